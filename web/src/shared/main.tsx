import "@fontsource-variable/manrope/wght.css";
import "../styles/base.css";
import "../styles/parts.css";
import "../styles/screens.css";
import "./shared.css";
import { render } from "preact";
import { SharedPage } from "./page.tsx";

const [, code = ""] = /\/shared\/([^/]+)\/?$/.exec(location.pathname) ?? [];
render(<SharedPage code={decodeURIComponent(code)} />, document.getElementById("app")!);
