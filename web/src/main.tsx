import "@fontsource-variable/manrope/wght.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/screens.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { open } from "./session.ts";

await open();
render(<App />, document.getElementById("app")!);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("./service-worker.js").catch(console.error);
}
