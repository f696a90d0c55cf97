import "../page-main.js";
import { followProject } from "./follow-project.js";
import { openForms } from "./try/open-forms.js";

openForms();
followProject();
