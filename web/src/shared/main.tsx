import "../styles/all.ts";
import "./shared.css";
import { render } from "preact";
import { SharedPage } from "./page.tsx";

const [, code = ""] = /\/shared\/([^/]+)\/?$/.exec(location.pathname) ?? [];
render(<SharedPage code={decodeURIComponent(code)} />, document.getElementById("app")!);
