/**
 * Reports uncaught errors to the service, which logs them. Pages import this file first, and it
 * imports nothing: so it also reports errors while the other files load.
 */

declare global {
  /** The project that `config.js` names. */
  var journalService: { url: string; key: string; terms?: string; privacy?: string };
}

/** The share of errors that is reported. */
const SHARE = 0.25;

/** Each message counts once while the page is open. */
const known = new Set<string>();

addEventListener("error", ({ error, message }) => report(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => report(reason));

function report(thrown: unknown): void {
  const error = Object(thrown) as Partial<Error> & { isTemporary?: boolean };
  const message = String(error.message ?? thrown).slice(0, 500);
  // Ended calls and a failing network are not faults of the app.
  if (!navigator.onLine || error.isTemporary || error.name === "AbortError") return;
  if (!message || known.has(message)) return;
  known.add(message);
  if (Math.random() >= SHARE) return;
  const { url, key } = journalService;
  fetch(`${url}/functions/v1/api/client-errors`, {
    method: "POST",
    keepalive: true,
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({
      message,
      stack: error.stack?.slice(0, 4000),
      release: import.meta.env.VITE_RELEASE,
    }),
  }).catch(() => {});
}
