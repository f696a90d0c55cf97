import { filterTools } from "./filter-tools.js";
import { followLinks, moveByKeys } from "./move-by-keys.js";
import { switchTheme } from "./switch-theme.js";

// Everything on the page can be read without this script.
switchTheme();
filterTools();
moveByKeys();
followLinks();
