// The script of every page but the table's.

import "./page.js";

window.early.release();
