/**
 * A client with a local copy, as docs/offline.md describes it: what the server has said, and the
 * requests that are still to be sent, in their order.
 */
import type { Person } from "../support/people.ts";
import { type List, listOf, lists, type Page, syncPage } from "./support.ts";

/** How the network treats a request: its answer is lost, it is lost itself, or it arrives twice. */
export type Fate = "arrives" | "answer lost" | "lost" | "twice";

interface Request {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  list: List;
  id: string;
  body?: Record<string, unknown>;
  /** The version that the write replaces, where it must be no other. */
  version?: number;
}

interface Copy {
  list: List;
  object: Page;
}

const paths = {
  journal_entries: "/api/journal",
  notebooks: "/api/notebooks",
  goals: "/api/goals",
} as const;
export type Writable = keyof typeof paths;

/** Codes and statuses after which a request is dropped: it is done, or others were faster. */
const SETTLED = [200, 201, 404, 410, 412];

export class Device {
  /** What the server has said, by id. */
  readonly copies = new Map<string, Copy>();
  private outbox: Request[] = [];
  private cursor: string | null = null;

  constructor(private readonly who: Person) {}

  private ids(list: List): string[] {
    return [...this.copies].filter(([, copy]) => copy.list === list).map(([id]) => id);
  }

  /** The nth object of a list, counted round and round; undefined when there is none. */
  private pick(list: List, n: number): string | undefined {
    const ids = this.ids(list);
    return ids[n % ids.length];
  }

  create(list: Writable, text: string, n: number): void {
    const notebook_id = this.pick("notebooks", n) ?? null;
    const body = {
      journal_entries: { title: text, content: text, mood: "calm", notebook_id },
      notebooks: { name: text },
      goals: { title: text },
    }[list];
    const written_at = `2026-01-01T00:00:${String(n % 60).padStart(2, "0")}Z`;
    const id = crypto.randomUUID();
    const sent = { id, written_at, ...body };
    this.outbox.push({ method: "POST", path: paths[list], list, id, body: sent });
  }

  checkIn(n: number): void {
    const goal = this.pick("goals", n);
    if (!goal) return;
    const id = crypto.randomUUID();
    const path = `/api/goals/${goal}/check-ins`;
    const body = { id, status: "completed" };
    this.outbox.push({ method: "POST", path, list: "goal_check_ins", id, body });
  }

  /** `guarded`: only if nobody else has changed it. */
  edit(list: Writable, n: number, text: string, guarded: boolean): void {
    const fields = {
      journal_entries: { title: text },
      notebooks: { name: text, metadata_visibility: n % 2 ? "public" : "user" },
      goals: { title: text },
    };
    this.write("PUT", list, n, guarded, fields[list]);
  }

  remove(list: Writable, n: number, guarded: boolean): void {
    this.write("DELETE", list, n, guarded);
  }

  private write(
    method: "PUT" | "DELETE",
    list: Writable,
    n: number,
    guarded: boolean,
    body?: Request["body"],
  ): void {
    const id = this.pick(list, n);
    if (!id) return;
    const version = guarded ? this.copies.get(id)!.object.version : undefined;
    this.outbox.push({ method, path: `${paths[list]}/${id}`, list, id, body, version });
  }

  /** Sends what waits, and reads the changes, as far as the network lets it. */
  async connect(fates: Fate[], { limit = 100, pages = Infinity } = {}): Promise<void> {
    const fate = (n: number) => fates[n] ?? "arrives";
    for (let n = 0; this.outbox.length > 0; n++) {
      const now = fate(n);
      const request = this.outbox[0]!;
      if (now === "lost") return;
      let object = await this.send(request);
      if (now === "answer lost") return;
      if (now === "twice") object = await this.send(request) ?? object;
      this.settle(request, object);
    }
    await this.read(limit, pages);
  }

  /** The object of the answer; undefined when it is deleted, or another device was faster. */
  private async send(request: Request): Promise<Page | undefined> {
    const { method, path, body, version } = request;
    const headers = version === undefined ? undefined : { "If-Match": `"${version}"` };
    const answer = await this.who.api(method, path, body, headers);
    if (body?.notebook_id && answer.body?.fields?.[0].path === "notebook_id") {
      // Its notebook was deleted meanwhile.
      return await this.send({ ...request, body: { ...body, notebook_id: null } });
    }
    if (!SETTLED.includes(answer.status)) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.status < 300 && method !== "DELETE" ? Object.values(answer.body)[0] : undefined;
  }

  private settle({ method, list, id, version }: Request, object?: Page): void {
    this.outbox.shift();
    if (!object) return;
    this.copies.set(id, { list, object });
    const before = method === "POST" ? 0 : version ?? object.version - 1;
    for (const next of this.outbox) {
      if (next.id === id && next.version === before) next.version = object.version;
    }
  }

  /** The answer of the page after the last one is lost. */
  private async read(limit: number, pages: number): Promise<void> {
    const seen = new Set<string>();
    for (let n = 0;; n++) {
      const page = await syncPage(this.who, this.cursor, limit);
      if (n >= pages) return;
      for (const list of lists) {
        for (const object of page.changes[list]) {
          once(seen, `${object.id} ${object.version}`);
          this.copies.set(object.id, { list, object });
        }
      }
      for (const { id, type } of page.deleted) {
        once(seen, id);
        const copy = this.copies.get(id);
        if (copy && copy.list !== listOf[type]) throw new Error(`${id} is no ${type}`);
        this.copies.delete(id);
      }
      this.cursor = page.next_cursor;
      if (!page.has_more) return;
    }
  }

  get waiting(): number {
    return this.outbox.length;
  }

  /** All objects, comparable between devices. */
  state(): Record<string, Page> {
    const entries = [...this.copies].map(([id, { object }]) => [id, object] as const);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function once(seen: Set<string>, id: string): void {
  if (seen.has(id)) throw new Error(`${id} comes twice`);
  seen.add(id);
}
