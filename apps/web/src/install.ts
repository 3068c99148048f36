/** Whether the browser can install the app on the device. */
import { signal } from "@preact/signals";

/** An event of Chromium: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

export const installable = signal<InstallEvent | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  // The app offers it itself, when somebody has written.
  event.preventDefault();
  installable.value = event as InstallEvent;
});
addEventListener("appinstalled", () => installable.value = null);

/** Other browsers of these devices have it in a menu, and tell nothing of it. */
export const isApple = /iPhone|iPad/.test(navigator.userAgent) ||
  navigator.userAgent.includes("Mac") && navigator.maxTouchPoints > 1;
export const isInstalled = matchMedia("(display-mode: standalone)").matches;
