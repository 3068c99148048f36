import "../report-errors.ts";
import "../styles/all.ts";
import "../own-pictures.ts";
import "./shared.css";
import { render } from "preact";
import { sharedWords } from "../catalogues.ts";
import { language } from "../language.ts";
import { SharedPage } from "./page.tsx";

const [, code = ""] = /\/shared\/([^/]+)\/?$/.exec(location.pathname) ?? [];

/** As it stands where it is no code of an address: the service knows nothing by it. */
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
