// The script of every page but the table's.

import "./page.js";
import { keepTimes } from "./ago.js";
import { listenForSharing } from "./share.js";

keepTimes();
listenForSharing();
window.early.release();
