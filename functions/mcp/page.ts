/**
 * The frame of a page: it makes itself known to the client, takes its language and colours, tells it
 * how large the page is, and calls `show` with the answer of the tool. Texts of the answer become
 * text, never markup. `open` asks the client to open an address.
 */
const bridge = `
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
let locale = navigator.language;
const adopt = ({ theme, locale: language } = {}) => {
  locale = language ?? locale;
  document.documentElement.lang = locale;
  if (theme) document.documentElement.style.colorScheme = theme;
};
const open = (url) => post({ id: 2, method: "ui/open-link", params: { url } });
const add = (place, tag, className, text) => {
  const made = place.appendChild(document.createElement(tag));
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const day = (date, options) => new Intl.DateTimeFormat(locale, options).format(new Date(date));
addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data !== "object" || data === null) return;
  const { id, method, params, result } = data;
  if (id === 1 && result) {
    adopt(result.hostContext);
    post({ method: "ui/notifications/initialized", params: {} });
    new ResizeObserver(() => {
      const { scrollWidth: width, scrollHeight: height } = document.documentElement;
      post({ method: "ui/notifications/size-changed", params: { width, height } });
    }).observe(document.body);
  }
  if (method === "ui/notifications/host-context-changed") adopt(params);
  if (method === "ui/notifications/tool-result" && params.structuredContent) {
    const page = document.querySelector("main");
    page.replaceChildren();
    show(params.structuredContent, page);
  }
  if (method === "ui/resource-teardown") post({ id, result: {} });
});
post({ id: 1, method: "ui/initialize", params: {
  appInfo: { name: "journal", version: "1.0.0" }, appCapabilities: {},
  protocolVersion: "2026-01-26",
} });`;

/** A page that runs nothing but its own script, and loads nothing. */
export const page = (title: string, style: string, show: string): string =>
  `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 16px; color: light-dark(#20242b, #e8eaee);
  background: light-dark(#fff, #1b1e24); }
${style}
</style>
</head>
<body>
<main></main>
<script>
${show}
${bridge}
</script>
</body>
</html>
`;
