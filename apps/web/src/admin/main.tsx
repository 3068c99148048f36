import "../report-errors.ts";
import "../styles/all.ts";
import "../own-pictures.ts";
import "./admin.css";
import { render } from "preact";
import { allWords, firstWords } from "../catalogues.ts";
import { isOnline } from "../session.ts";
import { Admin } from "./admin.tsx";

addEventListener("online", () => isOnline.value = true);
addEventListener("offline", () => isOnline.value = false);
await Promise.all([firstWords(), allWords()]);
render(<Admin />, document.getElementById("app")!);
