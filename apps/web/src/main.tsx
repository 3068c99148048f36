import "./report-errors.ts";
import "./styles/all.ts";
import "./own-pictures.ts";
import "./install.ts";
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { firstWords } from "./catalogues.ts";
import { language, speak } from "./language.ts";
import { placeOf } from "./places.tsx";
import { path } from "./router.ts";
import { profile, SESSION_KEY } from "./service.ts";
import { open } from "./session.ts";

document.documentElement.lang = language;
let tellDrawn = () => {};
const drawn = new Promise<void>((resolve) => tellDrawn = resolve);
const opened = Promise.all([open(drawn), firstWords()]);
// Loads the screen while the copies are read. A part that fails now loads when it is shown.
if (localStorage.getItem(SESSION_KEY)) placeOf(path.value[0])?.Screen.ready?.().catch(() => {});
await opened;
effect(() => {
  if (profile.value) speak(profile.value.language);
});
effect(() => {
  const theme = profile.value?.preferences.theme;
  const isChosen = theme === "light" || theme === "dark";
  document.documentElement.style.colorScheme = isChosen ? theme : "";
});
render(<App />, document.getElementById("app")!);
requestAnimationFrame(() => setTimeout(tellDrawn));

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(`./service-worker.js?${language}`).catch(console.error);
}
