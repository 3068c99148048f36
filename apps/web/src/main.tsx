import "./report-errors.ts";
import "./styles/all.ts";
import "./own-pictures.ts";
import "./install.ts";
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { firstWords } from "./catalogues.ts";
import { language, speak } from "./language.ts";
import { profile } from "./service.ts";
import { open } from "./session.ts";

document.documentElement.lang = language;
await Promise.all([open(), firstWords()]);
effect(() => {
  if (profile.value) speak(profile.value.language);
});
effect(() => {
  const theme = profile.value?.preferences.theme;
  const isChosen = theme === "light" || theme === "dark";
  document.documentElement.style.colorScheme = isChosen ? theme : "";
});
render(<App />, document.getElementById("app")!);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(`./service-worker.js?${language}`).catch(console.error);
}
