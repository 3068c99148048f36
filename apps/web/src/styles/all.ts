/** The styles of every page, in the order in which later rules win. */
import "@fontsource-variable/manrope/wght.css";
import "./base.css";
import "./controls.css";
import "./parts.css";
import "./dialogs.css";
import "./shell.css";
import "./lists.css";
