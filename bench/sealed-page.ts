/** The part of the bench of sealed notebooks that runs in the browser, over a service in the page. */
import type { Api } from "../packages/client/src/api.ts";
import { indexedDbStorage } from "../packages/client/src/offline/indexeddb.ts";
import type { Offline } from "../packages/client/src/offline/offline.ts";
import {
  openNotebookKeys,
  openSealed,
  readLog,
  type Sealed,
  type SealedAccount,
  type SealedEntry,
  sealRecord,
} from "../packages/client/src/sealed/mod.ts";

// deno-lint-ignore no-explicit-any -- bodies of requests and rows of answers
type Parsed = any;

const USER = "0190a3c0-0000-7000-8000-000000000000";
const NOTEBOOK = "0190a3c0-0000-7000-8000-000000000001";

/** The data of the service. It stays when the page is loaded again. */
interface Service {
  account: Parsed;
  notebook: Parsed;
  rows: Parsed[];
}
const service: Service = { account: null, notebook: null, rows: [] };

const api = {
  get(path: string) {
    const answers: Record<string, unknown> = {
      "/api/sealed": { account: service.account },
      "/api/notebooks": { notebooks: [], has_more: false, next_cursor: null },
      "/api/notebooks/{id}/sealed": service.notebook,
    };
    return Promise.resolve(answers[path]);
  },
  post(path: string, { body }: { body: Parsed }) {
    if (path === "/api/sealed") service.account = { ...body, generation: 1 };
    else {
      const { wrapped, ...log } = body.sealed;
      const state = { epoch: 1, rotation_due: false, closed: false, gone: [], previous: [] };
      service.notebook = { ...state, log: [log], wrapped: [{ epoch: 1, wrapped }] };
    }
    return Promise.resolve({});
  },
} as unknown as Api;

const client = () => ({
  api,
  offline: {
    userId: USER,
    storage: indexedDbStorage("sealed"),
    isWhole: true,
    apiOf: () => api,
    subscribe: () => () => {},
    sync: () => Promise.resolve(),
    keepSealed: () => Promise.resolve(),
    list: (kind: string) => kind === "journal_entries" ? service.rows : [],
  } as unknown as Offline,
});

const words = "I walked in the fog with a friend and felt tired but happy because work went well"
  .split(" ");

/** An entry of about 1,000 letters, as an answer has it. */
async function row(n: number, account: SealedAccount, log: Parsed, keys: Parsed) {
  const id = crypto.randomUUID();
  const written_at = new Date(Date.UTC(2026, 0, 1) - n * 3_600_000).toISOString();
  const content = Array.from(
    { length: 200 },
    (_, at) => words[(n * 7 + at * (1 + n % 5)) % words.length],
  ).join(" ");
  const about = { kind: "entry", object_id: id, version: 1 } as const;
  const sealed = await sealRecord(account, log, keys, about, {
    title: `Entry ${n}`,
    content,
    mood: "calm",
    tags: ["daily", n % 1000 ? "walk" : "río"],
    written_at,
    template_id: null,
    files: [],
  });
  const place = { id, user_id: USER, notebook_id: NOTEBOOK, written_at, version: 1 };
  return { ...place, is_sealed: true, sealed: { ...sealed, version: 1 } };
}

let sealed: Sealed;

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Sets up a device and fills the service with records that no device has opened. */
export async function fill(entries: number): Promise<Service> {
  sealed = await openSealed(client(), { newest() {} });
  const setUp = await sealed.keys.setUp();
  await setUp.confirm(setUp.recoveryCode);
  const text = "A".repeat(43);
  const prf = crypto.getRandomValues(new Uint8Array(32));
  await setUp.finish({ passkey: { prf, credential_id: text, salt: text } });
  await sealed.notebooks.create({ name: "Sealed", id: NOTEBOOK });
  const { account } = (sealed as Parsed).lock.device;
  const log = await readLog(NOTEBOOK, service.notebook.log);
  const keys = await openNotebookKeys(account, log, service.notebook.wrapped, []);
  for (let n = 0; n < entries; n += 500) {
    const some = Array.from({ length: 500 }, (_, at) => row(n + at, account, log, keys));
    service.rows.push(...await Promise.all(some));
  }
  return service;
}

/** Milliseconds until all records are opened and kept. */
export async function cold(): Promise<number> {
  const time = await timed(() => sealed.sync());
  const opened = sealed.entries.list();
  if (opened.length !== service.rows.length || opened.some(({ failure }) => failure)) {
    throw new Error(`${opened.length} entries are there: ${opened[0]?.failure}`);
  }
  return time;
}

/** Milliseconds until the newest entries, and until all of them are there, in a page that has just begun. */
export async function warm(
  kept: Service,
): Promise<{ newest: number; all: number; entries: number }> {
  Object.assign(service, kept);
  const own = client();
  // The offline client has opened the storage, and read its own part of it.
  await own.offline.storage.read(`${USER}/`);
  let shown: readonly SealedEntry[] = [];
  let newest = 0;
  const begin = performance.now();
  const all = await timed(async () => {
    sealed = await openSealed(own, {
      newest(entries) {
        newest = performance.now() - begin;
        shown = entries;
      },
    });
    sealed.entries.list();
  });
  const entries = sealed.entries.list();
  if (!shown.length || shown.some(({ id }, n) => id !== entries[n]!.id)) {
    throw new Error(`${shown.length} entries were shown first, and not the newest`);
  }
  return { newest, all, entries: entries.length };
}

/** Milliseconds of the first search, and of another one. */
export async function search(): Promise<{ first: number; next: number; found: number }> {
  let found = 0;
  const first = await timed(() => found = sealed.entries.search("rio friend").length);
  const next = await timed(() => sealed.entries.search("tired fog"));
  return { first, next, found };
}
