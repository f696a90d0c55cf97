import "../page-main.js";
import { applyChanges } from "./apply-changes.js";
import { tryCalls } from "./try-calls.js";

tryCalls();
applyChanges();
