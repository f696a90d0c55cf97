import "../page-main.js";
import { followChanges } from "./follow-changes.js";
import { tryCalls } from "./try-calls.js";

tryCalls();
followChanges();
