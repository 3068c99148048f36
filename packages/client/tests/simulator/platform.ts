/** A history on the platform, of which every answer is compared with that of the model. */
import type { Kind } from "@journal/client";
import type { Person } from "../../../../tests/support/people.ts";
import { platform } from "../../../../tests/support/platform.ts";
import { sql } from "../../../../tests/support/sql.ts";
import type { World } from "./history.ts";
import { type Answer, type Row, Service } from "./service.ts";

interface Backups {
  keep(): Promise<void>;
  restore(): Promise<void>;
}

type Fields = Record<string, unknown>;

/** The fields of the model's object that the platform's has with another value; times apart. */
const differences = (real: Fields, model: Fields): string[] =>
  Object.keys(model).filter((name) => name in real && !name.endsWith("_at"))
    .filter((name) => JSON.stringify(real[name]) !== JSON.stringify(model[name]))
    .map((name) =>
      `${name}: ${JSON.stringify(real[name])}, in the model ${JSON.stringify(model[name])}`
    );

/** The differences between two answers. Sync has objects of kinds that the model lacks, too. */
function compared(real: Answer, expected: Answer, model: Service): string[] {
  if (real.status !== expected.status || real.body.code !== expected.body.code) {
    const [one, other] = [real, expected].map(({ status, body }) => `${status} ${body.code}`);
    return [`${one}, in the model ${other}`];
  }
  if (real.status >= 400) return [];
  const { changes, deleted } = real.body as { changes?: Record<string, Row[]>; deleted?: Row[] };
  if (!changes) {
    return Object.entries(expected.body)
      .flatMap(([name, object]) =>
        name === "message" ? [] : differences(real.body[name] as Fields, object as Fields)
      );
  }
  return [
    ...kinds.flatMap((kind) => changes[kind]!).flatMap((row) =>
      differences(row, model.row(row.id) ?? { id: null })
    ),
    ...deleted!.filter(({ id }) => model.row(id)).map(({ id }) => `${id} is in the model`),
  ];
}

const kinds = ["journal_entries", "notebooks", "goals", "goal_check_ins"] as const;

const rowsOf = (userId: string, kind: Kind): Promise<Row[]> =>
  sql<Row[]>`
    select row as "row" from (
      select to_jsonb(g) as row from public.goals as g
        where ${kind} = 'goals' and user_id = ${userId}
      union all select to_jsonb(n) from public.notebooks as n
        where ${kind} = 'notebooks' and user_id = ${userId}
      union all select to_jsonb(k) from public.goal_check_ins as k
        where ${kind} = 'goal_check_ins' and user_id = ${userId}
      union all select to_jsonb(f) from private.journal_feed as f
        where ${kind} = 'journal_entries' and user_id = ${userId}
    ) as rows`.then((rows) => rows.map(({ row }) => row as Row));

/** The service of a person; `found` has where its answers and those of the model differ. */
export function comparedWorld(
  { id, token }: Person,
  backups: Backups,
  now: () => number,
): World & { found: string[] } {
  const model = new Service(now);
  const found: string[] = [];
  /** The model's cursors by those of the platform. */
  const cursors = new Map<string, string>();
  // One request at a time: the order of two would differ.
  let last: Promise<unknown> = Promise.resolve();

  async function send(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const path = url.pathname.slice(url.pathname.indexOf("/api/")) + url.search;
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    const answer = await fetch(platform.base_url + path, {
      method: request.method,
      headers,
      body: text || undefined,
    });
    const body = await answer.json();
    const cursor = url.searchParams.get("cursor");
    if (cursor) url.searchParams.set("cursor", cursors.get(cursor)!);
    const expected: Answer = model.answer({
      method: request.method,
      url,
      body: text ? JSON.parse(text) : {},
      key: request.headers.get("idempotency-key"),
      versions: request.headers.get("if-match")?.match(/\d+/g)?.map(Number),
    });
    if (body.next_cursor) cursors.set(body.next_cursor, String(expected.body.next_cursor));
    const others = compared({ status: answer.status, body }, expected, model);
    found.push(...others.map((each) => `${request.method} ${path} ${text}: ${each}`));
    return Response.json(body, { status: answer.status });
  }

  return {
    userId: id,
    found,
    fetch: (request) => {
      const sent = last.then(() => send(request));
      last = sent.catch(() => {});
      return sent;
    },
    rowsOf: (kind) => rowsOf(id, kind),
    async keep() {
      model.keep();
      await backups.keep();
    },
    async restore() {
      if (!model.restore()) return false;
      await backups.restore();
      return true;
    },
  };
}
