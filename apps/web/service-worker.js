/**
 * Opens the app without a network: keeps the files of one build and answers requests for these
 * alone. Of the words it keeps the language that its address names. The file that names the project
 * comes from the network where there is one. The worker never keeps answers of the service. A new
 * build takes over when the last window of the old one has closed, so that no window loses its
 * files.
 */
const BUILDS = "journal-";
const NAME = `${BUILDS}__VERSION__`;
const words = __WORDS__;
const files = [...__FILES__, ...words[new URL(self.location).search.slice(1)] ?? words.en];
const known = [...files, ...Object.values(words).flat()];
const addresses = new Set(known.map((file) => new URL(file, self.registration.scope).href));

/** Opened once: a start asks for many files. */
let opened;
const own = () => opened ??= caches.open(NAME);
const kept = (address) => own().then((cache) => cache.match(address));

/** Names the project: a host may replace it between two builds. */
const config = new URL("config.js", self.registration.scope).href;
/** A network that is slower (ms) counts as none. */
const SLOW = 3000;

/** The file as the host has it now, which is kept; the kept one without a network. */
async function newest(address) {
  try {
    const file = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(SLOW) });
    if (!file.ok) throw new Error(`${file.status} ${address}`);
    await (await own()).put(address, file.clone());
    return file;
  } catch (error) {
    return await kept(address) ?? Promise.reject(error);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)));
  // Chromium answers from the cache without starting this worker; `fetch` below serves the others.
  const source = { cacheName: NAME };
  const routes = ["", "assets/*"].map((path) => {
    const { pathname } = new URL(path, self.registration.scope);
    return { condition: { urlPattern: { pathname, search: "" }, requestMethod: "GET" }, source };
  });
  event.addRoutes?.(routes).catch(console.error);
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(BUILDS) && name !== NAME) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const page = new URL("./", self.registration.scope).href;
  const address = new URL(url);
  address.hash = address.search = "";
  const asked = mode === "navigate" && address.href.replace(/index\.html$/, "") === page
    ? page
    : address.href;
  if (!addresses.has(asked)) return;
  if (asked === config) return event.respondWith(newest(config));
  event.respondWith(kept(asked).then((file) => file ?? fetch(event.request)));
});

// Shows a push of the service. A browser that may push has to show something each time.
self.addEventListener("push", (event) => {
  const { title = "Journal", body = "", data = {} } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, {
    body,
    data,
    icon: "icon-192.png",
    tag: data.notification_id,
  }));
});

// The app knows where what a notification tells of is to be seen.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { notification_id } = event.notification.data;
  const opened = notification_id ? `?opened=${notification_id}` : "";
  const address = new URL(`./#/me/notifications${opened}`, self.registration.scope).href;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const shown = windows.find(({ focused }) => focused) ?? windows[0];
    if (!shown) return await self.clients.openWindow(address);
    await shown.navigate(address);
    await shown.focus();
  })());
});
