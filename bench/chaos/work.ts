/**
 * Users who work while things fail. Each write has a key and is sent again, with the same key, until
 * it is answered; what was acknowledged is remembered, and has to be there once.
 */
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import type { Status } from "../../local/helpers.ts";
import { paint } from "../../stand-ins/png.ts";

export interface Worker {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  goalId: string;
  /** The copy of a device that synchronizes: ids by type of object. */
  copy: Map<string, Set<string>>;
  cursor?: string;
}

export interface Team {
  workers: Worker[];
  admin: Worker;
  orgId: string;
  teamId: string;
}

interface Write {
  as?: Worker;
  path: string;
  body: unknown;
}

interface Act {
  /** `entry` is one that the worker's device has. Undefined when it cannot be done yet. */
  write(worker: Worker, key: string, team: Team, entry?: string): Write | undefined;
  /** Selects the `key` of every row that came of an act, where it leaves one. */
  stored?: string;
}

/** One of the app's own addresses (`SITE_URL`). */
const HOME = "https://app.example.com/";

const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

export const acts: Record<string, Act> = {
  entry: {
    write: (_, id) => ({ path: "/journal", body: { id, title: "Fault", content: "It went on." } }),
    stored: "select id::text as key from public.journal_entries",
  },
  "check-in": {
    write: ({ goalId }, id) => ({
      path: `/goals/${goalId}/check-ins`,
      body: { id, status: "completed" },
    }),
    stored: "select id::text as key from public.goal_check_ins",
  },
  "team message": {
    write: (_, content, { teamId }) => ({ path: `/teams/${teamId}/messages`, body: { content } }),
    stored: "select content as key from public.team_messages",
  },
  drop: {
    write: (worker, content, { workers }) => ({
      path: "/encouragement-drops/send",
      body: {
        recipient_id: any(workers.filter((each) => each !== worker)).id,
        drop_type: "encouragement",
        content,
      },
    }),
    stored: "select content as key from public.drops_sent",
  },
  adjustment: {
    write: ({ id }, reason, { admin }) => ({
      as: admin,
      path: `/admin/users/${id}/drops`,
      body: { delta: 1, reason },
    }),
    stored: "select reason as key from public.drops_ledger",
  },
  question: {
    write: (_, message) => ({ path: "/chat/messages", body: { message } }),
    stored: `select content as key from public.chat_messages where role = 'user'`,
  },
  invitation: {
    write: (_, key, { admin, orgId }) => ({
      as: admin,
      path: `/organizations/${orgId}/invitations`,
      body: { email: `${key}@example.com`, role: "member" },
    }),
    stored: `select split_part(email, '@', 1) as key from private.organization_invitations
      where email is not null`,
  },
  checkout: {
    write: () => ({
      path: "/payment/create-checkout-session",
      body: { priceId: "price_monthly", successUrl: HOME, cancelUrl: HOME },
    }),
  },
  photo: {
    write(worker, id, _, entry) {
      if (!entry) return undefined;
      // Moves to the end: an entry takes ten photos at most.
      worker.copy.get("journal_entries")!.delete(entry);
      worker.copy.get("journal_entries")!.add(entry);
      const body = new FormData();
      body.set("id", id);
      body.set("file", new Blob([paint(id) as Uint8Array<ArrayBuffer>], { type: "image/png" }));
      return { path: `/journal/${entry}/attachments`, body };
    },
    stored: "select id::text as key from public.entry_attachments",
  },
};

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
  /** Answers that are not those of a service that works, by status. */
  answers: Record<string, number> = {};
  private running: Promise<unknown> = Promise.resolve();
  private working = false;

  /** `port` is that of the clients' proxy. */
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
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300));
      if (Math.random() < 0.3) await this.sync(worker).catch(() => {});
      else await this.act(worker, any(Object.keys(acts)));
    }
  }

  async act(worker: Worker, name: string): Promise<boolean> {
    const key = crypto.randomUUID();
    const [entry] = worker.copy.get("journal_entries") ?? [];
    const write = acts[name]!.write(worker, key, this.team, entry);
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
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.unanswered.push(`${name} ${key}`);
    return false;
  }

  /** What the device does: fetches what has changed until there is no more. */
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
    const session = await signIn(this.port, this.key, worker.email).catch(() => null);
    if (session) Object.assign(worker, session);
  }
}

const PASSWORD = "correct-horse-battery";

async function signIn(port: number, key: string, email: string) {
  const client = createClient(`http://127.0.0.1:${port}`, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { token: data.session.access_token, refreshToken: data.session.refresh_token };
}

/** People who share an organization and a team, each with a goal, and a super admin. */
export async function makeTeam(status: Status, sql: Sql, size: number): Promise<Team> {
  const port = Number(new URL(status.api_url).port);
  const service = createClient(status.api_url, status.secret_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const ask = async ({ token }: Worker, path: string, body: unknown) => {
    const answer = await fetch(`${status.base_url}/api${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const make = async (n: number): Promise<Worker> => {
    const email = `worker.${n}.${crypto.randomUUID()}@example.com`;
    const { data, error } = await service.auth.admin
      .createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { full_name: "Wanda Worker" },
      });
    if (error) throw error;
    const { id } = data.user;
    if (n === 0) await sql`update public.profiles set role = 'super_admin' where id = ${id}`;
    const session = await signIn(port, status.publishable_key, email);
    const worker: Worker = { id, email, ...session, goalId: "", copy: new Map() };
    const token = `ExponentPushToken[${crypto.randomUUID()}]`;
    await ask(worker, "/notifications/devices", { token, platform: "ios" });
    worker.goalId = (await ask(worker, "/goals", { title: "Keep going" })).goal.id;
    return worker;
  };
  const all: Worker[] = [];
  for (let n = 0; n <= size; n++) all.push(await make(n));
  const owner = all[0]!;
  const orgId = (await ask(owner, "/organizations", { name: "Faults" })).organization.id;
  const teamId = (await ask(owner, "/teams", { name: "Faults", org_id: orgId })).team.id;
  for (const { id } of all.slice(1)) {
    await ask(owner, `/organizations/${orgId}/members`, { user_id: id, role: "member" });
    await ask(owner, `/teams/${teamId}/members`, { user_id: id, role: "member" });
  }
  await sql`update private.rate_limit_rules set max_hits = 1000000`;
  await sql`
    update public.drop_config set daily_allowance = 100, max_custom_drops_per_day = 100`;
  return { workers: all.slice(1), admin: owner, orgId, teamId };
}
