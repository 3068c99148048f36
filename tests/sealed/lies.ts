/** Lies of a service about sealed notebooks, for devices in programs and in browsers. */
import type { LyingProxy } from "../support/lying-proxy.ts";

// deno-lint-ignore no-explicit-any -- lies take the fields that they expect
type Parsed = any;

const ENTRIES = /\/api\/(sync|journal)/;
export const LOG = /\/api\/notebooks\/[^/]+\/sealed$/;

/** Changes the answers to requests with this path. */
export function lie(
  proxy: LyingProxy,
  path: RegExp,
  change: (answer: Parsed, url: URL) => Parsed,
): void {
  proxy.change = async (request, answer) => {
    const response = await answer();
    const url = new URL(request.url);
    const { status, headers } = response;
    if (!path.test(url.pathname) || !response.ok || status === 204) return response;
    const changed = JSON.stringify(change(await response.json(), url));
    return new Response(changed, { status, headers });
  };
}

/** Changes the sealed entries of every answer. `also` adds entries to what a sync brings. */
export const lieOfEntries = (
  proxy: LyingProxy,
  change: (entry: Parsed) => Parsed,
  also: Parsed[] = [],
): void =>
  lie(proxy, ENTRIES, (answer) => {
    const changed = (list: Parsed[]) =>
      list.map((entry) => entry.is_sealed ? change(entry) : entry);
    if (answer.entry) return { entry: changed([answer.entry])[0] };
    if (answer.entries) return { ...answer, entries: changed(answer.entries) };
    if (!answer.changes) return answer;
    const journal_entries = changed([...answer.changes.journal_entries ?? [], ...also]);
    return { ...answer, changes: { ...answer.changes, journal_entries } };
  });

/** Another sign in the middle of a text of base64url. */
const altered = (text: string): string => {
  const at = text.length >> 1;
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
};

/**
 * Lies about an entry that a device has believed, and the failures by which it refuses them. Each has a
 * higher version than the entry, unless it says otherwise.
 */
export const liesAboutEntries: [
  name: string,
  failure: string,
  change: (entry: Parsed, old: Parsed) => Parsed,
][] = [
  ["has another form", "altered", ({ sealed, ...entry }) => ({
    ...entry,
    sealed: {
      ...sealed,
      record: `AAAA${sealed.record.slice(4)}`,
      // A record with a signature that the device has checked is not opened again.
      signature: altered(sealed.signature),
    },
  })],
  ["has another signature", "not_signed", ({ sealed, ...entry }) => ({
    ...entry,
    sealed: { ...sealed, signature: altered(sealed.signature) },
  })],
  ["is of another time", "moved", (entry) => ({
    ...entry,
    written_at: "2020-01-01T00:00:00.000Z",
  })],
  ["is of a stranger", "not_a_member", (entry) => ({ ...entry, user_id: crypto.randomUUID() })],
  ["is older than before", "rolled_back", (entry, { version, sealed }) => ({
    ...entry,
    version,
    sealed,
  })],
  ["is an older one with a new number", "not_signed", (entry, { sealed }) => ({
    ...entry,
    sealed: { ...sealed, version: entry.version },
  })],
  ["is an open page", "not_signed", (entry) => ({
    ...entry,
    is_sealed: false,
    title: "Open",
    sealed: null,
  })],
];

/** Changes the stored bytes of every file. */
export function lieOfFiles(
  proxy: LyingProxy,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): void {
  proxy.change = async (request, answer) => {
    const response = await answer();
    if (!request.url.includes("/storage/v1/object/")) return response;
    // A browser would keep the lie.
    const headers = new Headers([...response.headers, ["cache-control", "no-store"]]);
    return new Response(change(new Uint8Array(await response.arrayBuffer())), { headers });
  };
}

/** Lies about a file, which a device refuses as `altered`. */
export const liesAboutFiles: [name: string, change: Parameters<typeof lieOfFiles>[1]][] = [
  ["lacks its last byte", (bytes) => bytes.slice(0, -1)],
  ["has one byte more", (bytes) => new Uint8Array([...bytes, 0])],
  ["has another byte", (bytes) => bytes.with(10, bytes[10]! ^ 1)],
];

/** Lies about a log of two statements or more, and the failures by which a device refuses them. */
export const liesAboutLogs: [
  name: string,
  failure: string,
  change: (log: Parsed[]) => Parsed[],
][] = [
  ["lacks its last statement", "rolled_back", (log) => log.slice(0, -1)],
  ["is turned around", "altered", (log) => [...log].reverse()],
  ["repeats a statement", "altered", (log) => [...log, log.at(-1)]],
  ["has another signature", "not_signed", (log) => [
    log[0],
    { ...log[1], signature: log[0].signature },
    ...log.slice(2),
  ]],
];
