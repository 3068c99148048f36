import "../report-errors.ts";
import "../styles/all.ts";
import "../own-pictures.ts";
import "./shared.css";
import { render } from "preact";
import { sharedWords } from "../catalogues.ts";
import { language } from "../language.ts";
import { SharedPage } from "./page.tsx";

const [, code = ""] = /\/shared\/([^/]+)\/?$/.exec(location.pathname) ?? [];

/** The decoded code; undecoded where it is malformed: the service knows no entry by it. */
function decoded(): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

document.documentElement.lang = language;
await sharedWords();
render(<SharedPage code={decoded()} />, document.getElementById("app")!);
