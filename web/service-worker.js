/**
 * Opens the app without a network: keeps the files of one build and answers for these alone. What the
 * service answers is never kept here. A new build takes over when the last window of the old one has
 * closed, so that no window loses the files that it was opened with.
 */
const NAME = "journal-__VERSION__";
const files = __FILES__;
const addresses = new Set(files.map((file) => new URL(file, self.registration.scope).href));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const page = new URL("./", self.registration.scope).href;
  const address = new URL(url);
  address.hash = address.search = "";
  const known = mode === "navigate" && address.href.replace(/index\.html$/, "") === page
    ? page
    : address.href;
  if (!addresses.has(known)) return;
  event.respondWith(
    caches.open(NAME).then((cache) => cache.match(known)).then((kept) =>
      kept ?? fetch(event.request)
    ),
  );
});
