import "../page-main.js";
import { followProject } from "./follow-project.js";
import { openForms } from "./try-form.js";

openForms();
followProject();
