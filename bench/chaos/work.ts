/**
 * Users who work while parts of the service fail. Each write has a key and is sent again with it
 * until it is answered. Every acknowledged write is remembered and has to be stored once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { acts, any } from "./acts.ts";
import { accessToken, type Team, type Worker } from "./team.ts";

/** How long (ms) a write is tried. */
const PATIENCE = 60_000;
const PAUSE = 250;

/** Whether the same request may succeed later; a conflict otherwise is an answer. */
const isTemporary = ({ status, text }: { status: number; text: string }) =>
  status === 408 || status === 429 || status === 409 && /in_progress|chat_busy/.test(text);

export class Work {
  /** Keys of acknowledged writes, by act. */
  readonly acknowledged: Record<string, string[]> = {};
  /** Writes that were tried and not answered in time. */
  readonly unanswered: string[] = [];
  /** Answers of a service that does not work, by status. */
  answers: Record<string, number> = {};
  private running: Promise<unknown> = Promise.resolve();
  private working = false;

  /** `port` is the port of the clients' proxy. */
  constructor(readonly team: Team, private readonly port: number, private readonly key: string) {}

  begin(): void {
    this.working = true;
    this.answers = {};
    this.running = Promise.all(this.team.workers.map((worker) => this.live(worker)));
  }

  /** Resolves when every write that has begun has its answer. */
  async end(): Promise<void> {
    this.working = false;
    await this.running;
  }

  private async live(worker: Worker): Promise<void> {
    while (this.working) {
      await sleep(100 + Math.random() * 300);
      if (Math.random() < 0.3) await this.sync(worker).catch(() => {});
      else await this.act(worker, any(Object.keys(acts)));
    }
  }

  async act(worker: Worker, name: string): Promise<boolean> {
    const key = crypto.randomUUID();
    const [entry] = worker.copy.get("journal_entries") ?? [];
    const write = await acts[name]!.write(worker, key, this.team, entry);
    if (!write) return false;
    const { as = worker, path, body } = write;
    const ends = performance.now() + PATIENCE;
    while (performance.now() < ends) {
      const answer = await this.ask(as, "POST", path, body, key);
      if (answer?.ok) {
        (this.acknowledged[name] ??= []).push(key);
        return true;
      }
      if (answer?.status === 401) await this.renew(as);
      else if (answer && answer.status < 500 && !isTemporary(answer)) return false;
      await sleep(PAUSE);
    }
    this.unanswered.push(`${name} ${key}`);
    return false;
  }

  /** Fetches the changes for the device until there are no more. */
  async sync(worker: Worker): Promise<void> {
    for (let more = true; more;) {
      const cursor = worker.cursor ? `&cursor=${encodeURIComponent(worker.cursor)}` : "";
      const answer = await this.ask(worker, "GET", `/sync?limit=100${cursor}`);
      if (answer?.status === 401) await this.renew(worker);
      if (answer?.status === 410) {
        worker.cursor = undefined;
        worker.copy = new Map();
        continue;
      }
      if (!answer?.ok) throw new Error(`sync: ${answer?.status}`);
      const { changes, deleted, next_cursor, has_more } = JSON.parse(answer.text);
      for (const [list, rows] of Object.entries(changes)) {
        if (!Array.isArray(rows)) continue;
        const ids = worker.copy.get(list) ?? new Set();
        worker.copy.set(list, ids);
        for (const { id } of rows) ids.add(id);
      }
      for (const { id } of deleted) for (const ids of worker.copy.values()) ids.delete(id);
      worker.cursor = next_cursor;
      more = has_more;
    }
  }

  private async ask(
    { token }: Worker,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ ok: boolean; status: number; text: string } | undefined> {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}/functions/v1/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && !isForm && { "content-type": "application/json" }),
          ...(key && { "idempotency-key": key }),
        },
        body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      // A stream says at its end whether it is whole.
      const cut = answer.headers.get("content-type")?.startsWith("text/event-stream") &&
        !text.includes('"done":true');
      this.count(cut ? "cut stream" : answer.status);
      return { ok: answer.ok && !cut, status: cut ? 503 : answer.status, text };
    } catch {
      this.count("no answer");
    }
  }

  private count(what: string | number): void {
    if (typeof what === "number" && what < 400) return;
    this.answers[what] = (this.answers[what] ?? 0) + 1;
  }

  private async renew(worker: Worker): Promise<void> {
    const token = await accessToken(this.port, this.key, worker.email).catch(() => null);
    if (token) worker.token = token;
  }
}
