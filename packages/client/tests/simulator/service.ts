/**
 * A model of the service for one user, in memory: entries, notebooks, goals and check-ins with their
 * versions, and `GET /api/sync`. `platform.ts` compares every answer with that of the platform.
 */
import type { Kind } from "@journal/client";

type Fields = Record<string, unknown>;
export interface Row extends Fields {
  id: string;
  version?: number;
}

interface Collection {
  kind: Kind;
  /** The name of the object in answers. */
  name: string;
  /** The type of a deletion in `GET /api/sync`. */
  deleted: string;
  /** The fields of a new object that a request does not name. */
  fresh: Fields;
  /** The fields that a request for a new object names. */
  required: string[];
}

const sharing = {
  metadata_visibility: "user",
  content_visibility: "user",
  team_id: null,
  org_id: null,
};

const collections: Record<string, Collection> = {
  journal: {
    kind: "journal_entries",
    name: "entry",
    deleted: "journal_entry",
    required: ["title", "content"],
    fresh: {
      ...sharing,
      mood: null,
      mood_source: null,
      tags: [],
      notebook_id: null,
      version: 1,
    },
  },
  notebooks: {
    kind: "notebooks",
    name: "notebook",
    deleted: "notebook",
    required: ["name"],
    fresh: { ...sharing, version: 1 },
  },
  goals: {
    kind: "goals",
    name: "goal",
    deleted: "goal",
    required: ["title"],
    fresh: { description: "", status: "active", target_date: null, version: 1 },
  },
  "check-ins": {
    kind: "goal_check_ins",
    name: "check_in",
    deleted: "goal_check_in",
    required: ["status"],
    fresh: { notes: "" },
  },
};

interface State {
  rows: Map<string, { of: Collection; row: Row }>;
  /** The latest change of each object; undefined stands for its deletion. */
  changes: Map<string, { at: number; deleted?: Collection }>;
  /** The answers to requests with an idempotency key. */
  answers: Map<string, Answer>;
  at: number;
}

export interface Answer {
  status: number;
  body: Fields;
}

const answer = (status: number, body: Fields): Answer => ({ status, body });
const refusal = (status: number, code: string, ...paths: string[]): Answer =>
  answer(status, {
    error: `${code} ${paths}`,
    code,
    ...paths.length && { fields: paths.map((path) => ({ path, code, message: code })) },
  });
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export class Service {
  private state: State = { rows: new Map(), changes: new Map(), answers: new Map(), at: 0 };
  /** Cursors of another era are expired. */
  private era = 1;
  private backup: { state: State; era: number } | undefined;

  /** `now` answers the time of the service, which is not that of the devices. */
  constructor(private readonly now: () => number) {}

  /** An object as it is now. */
  row = (id: string): Row | undefined => this.state.rows.get(id)?.row;

  /** The rows of a kind. */
  rowsOf(kind: Kind): Row[] {
    return [...this.state.rows.values()].filter(({ of }) => of.kind === kind)
      .map(({ row }) => row);
  }

  keep(): void {
    this.backup = structuredClone({ state: this.state, era: this.era });
  }

  /** Puts back the rows of the last `keep`, and begins another era. */
  restore(): boolean {
    if (!this.backup) return false;
    this.state = structuredClone(this.backup.state);
    this.era++;
    return true;
  }

  async fetch(request: Request): Promise<Response> {
    const text = await request.text();
    const { status, body } = this.answer({
      method: request.method,
      url: new URL(request.url),
      body: text ? JSON.parse(text) : {},
      key: request.headers.get("idempotency-key"),
      versions: request.headers.get("if-match")?.match(/\d+/g)?.map(Number),
    });
    return Response.json(body, { status });
  }

  answer({ method, url, body, key, versions }: {
    method: string;
    url: URL;
    body: Fields;
    key: string | null;
    versions: number[] | undefined;
  }): Answer {
    const parts = url.pathname.split("/api/")[1]!.split("/");
    if (parts[0] === "sync") return this.sync(url.searchParams);
    if (key && this.state.answers.has(key)) return this.state.answers.get(key)!;
    const [parent, of, id] = parts.length > 2
      ? [parts[1], collections[parts[2]!]!, parts[3]]
      : [undefined, collections[parts[0]!]!, parts[1]];
    const found = method === "POST"
      ? this.create(of, { ...body, ...parent && { goal_id: parent } } as Row)
      : this.change(of, method, id!, body, versions);
    if (key && found.status < 400) this.state.answers.set(key, found);
    return found;
  }

  private create(of: Collection, given: Row): Answer {
    const { id } = given;
    if (!of.required.every((name) => name in given)) return refusal(400, "invalid_input");
    const stored = this.state.rows.get(id);
    if (this.state.changes.get(id)?.deleted) return refusal(410, "deleted");
    if (stored) return answer(200, { [of.name]: stored.row });
    if (Date.parse(String(given.written_at)) > this.now() + 5 * 60_000) {
      return refusal(400, "invalid_input", "written_at");
    }
    if (given.notebook_id && !this.state.rows.has(String(given.notebook_id))) {
      return refusal(400, "invalid_input", "notebook_id");
    }
    if (given.goal_id && !this.state.rows.has(String(given.goal_id))) {
      return refusal(404, "not_found");
    }
    const row = withMood(of, { ...of.fresh, ...given }, given);
    this.store(of, row);
    return answer(201, { [of.name]: row });
  }

  private change(
    of: Collection,
    method: string,
    id: string,
    body: Fields,
    versions: number[] | undefined,
  ): Answer {
    const stored = this.state.rows.get(id);
    if (!stored) return refusal(404, "not_found");
    const { row } = stored;
    if (versions && row.version !== undefined && !versions.includes(row.version)) {
      return refusal(412, "changed_meanwhile");
    }
    if (method === "GET") return answer(200, { [of.name]: row });
    if (method === "DELETE") {
      this.remove(id);
      return answer(200, { message: "deleted" });
    }
    if (!Object.keys(body).length) return refusal(400, "invalid_input");
    if (body.notebook_id && !this.state.rows.has(String(body.notebook_id))) {
      return refusal(400, "invalid_input", "notebook_id");
    }
    const changed = withMood(of, { ...row, ...body }, body);
    if (!isEqual(changed, row)) this.store(of, raised(changed));
    return answer(200, { [of.name]: this.state.rows.get(id)!.row });
  }

  private store(of: Collection, row: Row): void {
    this.state.rows.set(row.id, { of, row });
    this.state.changes.set(row.id, { at: ++this.state.at });
  }

  private remove(id: string): void {
    const { of } = this.state.rows.get(id)!;
    this.state.rows.delete(id);
    this.state.changes.set(id, { at: ++this.state.at, deleted: of });
    for (const { of, row } of [...this.state.rows.values()]) {
      if (row.goal_id === id) this.remove(row.id);
      if (row.notebook_id === id) this.store(of, raised({ ...row, notebook_id: null }));
    }
  }

  private sync(query: URLSearchParams): Answer {
    const [era, from] = (query.get("cursor") ?? `${this.era} 0`).split(" ").map(Number);
    if (era !== this.era) return refusal(410, "cursor_expired");
    const all = [...this.state.changes].filter(([, { at }]) => at > from!)
      .filter(([, { deleted }]) => !deleted || query.has("cursor"))
      .sort(([, one], [, other]) => one.at - other.at);
    const page = all.slice(0, Number(query.get("limit") ?? 100));
    const changes = Object.fromEntries(
      Object.values(collections).map(({ kind }) => [
        kind,
        page.map(([id]) => this.state.rows.get(id)).filter((each) => each?.of.kind === kind)
          .map((each) => each!.row),
      ]),
    );
    const hasMore = page.length < all.length;
    return answer(200, {
      changes: { ...changes, profile: null },
      deleted: page.flatMap(([id, { deleted }]) => deleted ? [{ type: deleted.deleted, id }] : []),
      next_cursor: `${this.era} ${hasMore ? page.at(-1)![1].at : this.state.at}`,
      has_more: hasMore,
    });
  }
}

/** A row that its owner has changed; check-ins have no version. */
const raised = (row: Row): Row => row.version ? { ...row, version: row.version + 1 } : row;

/** A mood that the author names is the author's. */
const withMood = ({ kind }: Collection, row: Row, body: Fields): Row =>
  kind === "journal_entries" && "mood" in body
    ? { ...row, mood_source: row.mood ? "author" : null }
    : row;
