import { OpenAPIHono, type z } from "@hono/zod-openapi";
import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import type { Context, Handler, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import { must } from "../database/results.ts";
import { type Order, pageOf, pageQuery, type PageRequest, type Seekable } from "../fields/pages.ts";
import { jobAnswer, type JobOutcome, runJob } from "../jobs/runs.ts";
import { type Answer, ok } from "./answers.ts";
import type { Auth, EnvOf } from "./auth.ts";
import type { Body } from "./bodies.ts";
import type { AppEnv } from "./context.ts";
import { takeLimit } from "./rate-limit.ts";
import { type Address, type Path, route, type RouteSpec } from "./route.ts";
import { refuseInvalid } from "./validation.ts";

/** The declaration of a list: what it adds to that of a route. */
export interface ListSpec
  extends
    Pick<RouteSpec, "auth" | "operationId" | "summary" | "description" | "params" | "refusals"> {
  /** The parameters of the query beside `limit` and `cursor`. */
  filters?: z.ZodRawShape;
  /** The name of the list in the answer, and the schema of an item: `{ goals: Goal }`. */
  items: Record<string, z.ZodType>;
  /** An item in the document, where its fields have no examples. */
  example?: unknown;
  order: Order;
}

type Variables<A extends Auth> = EnvOf<A> extends { Variables: infer V } ? V : object;
type MaybePromise<T> = T | Promise<T>;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What the handler of a route gets: the validated input, and the variables of the guard. */
type RouteRequest<S extends RouteSpec> = Variables<S["auth"]> & {
  /** For headers, and whatever else of the request or the answer. */
  c: Context<AppEnv & EnvOf<S["auth"]>>;
  params: Parsed<S["params"]>;
  query: Parsed<S["query"]>;
  body: S["body"] extends Body<infer Content>
    ? Content[keyof Content] extends { schema: infer T } ? Parsed<T> : undefined
    : undefined;
};

/** What the handler of a route returns: the JSON body, or a whole response. */
type RouteAnswer<A extends Answer> =
  | (A extends { content: { "application/json": { schema: infer T extends z.ZodType } } }
    ? z.output<T> | (Response & TypedResponse<JSONParsed<z.output<T>>, A["status"]>)
    : Response)
  | (A extends { always: object } ? void : never);

/** What the query of a list is made of. */
type ListRequest<S extends ListSpec> = Variables<S["auth"]> & {
  params: Parsed<S["params"]>;
  filters: S["filters"] extends z.ZodRawShape ? z.output<z.ZodObject<S["filters"]>> : object;
  /** Orders a query of a table or a view, and limits it to the page. */
  seek: <Q extends Seekable>(query: Q) => Q;
  /** The arguments of a SQL function that returns the page. */
  start: ReturnType<S["order"]["args"]>;
};

type ItemOf<S extends ListSpec> = z.input<S["items"][keyof S["items"]]>;
/** The columns that the order needs of a row. */
type RowOf<S extends ListSpec> = Parameters<S["order"]["cursorAfter"]>[0];
type Reading<S extends ListSpec, Row> = (
  request: ListRequest<S>,
) => PromiseLike<PostgrestSingleResponse<Row[]>>;

/** The declaration of a job. */
interface JobSpec<Count extends string>
  extends Pick<RouteSpec, "auth" | "operationId" | "summary" | "description" | "refusals"> {
  /** The name of the job in the schedule. */
  job: string;
  /** The name of the answer's schema. */
  schema: string;
  counts: readonly Count[];
}

/** Routes of one endpoint group that have a file of their own. */
export class Part extends OpenAPIHono<AppEnv> {
  constructor() {
    super({ defaultHook: refuseInvalid });
  }

  /**
   * Adds a route. The declaration determines the guard (`auth`), the size limit, validation, the
   * types of the handler, and the operation in the OpenAPI document with all possible refusals. The
   * handler gets the validated `params`, `query` and `body`, the `caller`, and `db`, the database as
   * the caller. It returns the body of the answer; a refusal is thrown (`errors.ts`).
   *
   * @example
   * ```ts
   * routes.add("PUT /goals/{id}", {
   *   auth: "user",
   *   operationId: "updateGoal",
   *   summary: "Update a goal",
   *   params: idParam,
   *   body: json(partial(fields)),
   *   answer: ok("The updated goal", z.object({ goal: Goal })),
   * }, async ({ db, params: { id }, body }) => {
   *   const row = await db.from("goals").update(body).eq("id", id).select(columns).maybeSingle();
   *   return { goal: found(row, "Goal") };
   * });
   * ```
   */
  add<const S extends RouteSpec>(
    address: Address,
    spec: S,
    handler: (request: RouteRequest<S>) => MaybePromise<RouteAnswer<S["answer"]>>,
  ): void {
    this.#mount(address, spec, handler);
  }

  #mount(address: Address, spec: RouteSpec, handler: (request: never) => unknown): void {
    const { answer, body, limit } = spec;
    const target = body && "multipart/form-data" in body.openapi.content ? "form" : "json";
    const handle: Handler<AppEnv> = async (c) => {
      if (limit) await takeLimit(c, limit);
      const [params, query, sent] = ["param", "query", target].map((part) =>
        c.req.valid(part as never)
      );
      const made = await handler({ ...c.var, c, params, query, body: sent } as never);
      return made instanceof Response
        ? made
        : c.json((made ?? answer.always) as object, answer.status as 200);
    };
    this.openapi(route(address, spec), handle as never);
  }

  /**
   * Adds a list, which is read in pages. `read` makes the query of the page, `toItem` an item of a
   * row where the two differ.
   *
   * @example
   * ```ts
   * routes.list("/goals", {
   *   auth: "user",
   *   operationId: "listGoals",
   *   summary: "List the caller's goals, newest first",
   *   filters: { status: goalStatus.optional() },
   *   items: { goals: Goal },
   *   order: lastWrittenFirst,
   * }, ({ db, caller, filters: { status }, seek }) => {
   *   const query = db.from("goals").select(columns).eq("user_id", caller.id);
   *   return seek(status ? query.eq("status", status) : query);
   * });
   *
   * // The rows of a SQL function, which takes `p_before_at`, `p_before_id` and `p_limit`:
   * ({ db, start }) => db.rpc("list_notebooks", start)
   * ```
   */
  list<const S extends ListSpec, Row extends RowOf<S> & ItemOf<S>>(
    path: Path,
    spec: S,
    read: Reading<S, Row>,
  ): void;
  list<const S extends ListSpec, Row extends RowOf<S>>(
    path: Path,
    spec: S,
    read: Reading<S, Row>,
    toItem: (row: Row) => ItemOf<S>,
  ): void;
  list(
    path: Path,
    { filters, items, example, order, ...spec }: ListSpec,
    read: (request: never) => PromiseLike<PostgrestSingleResponse<unknown[]>>,
    toItem: (row: never) => unknown = (row) => row,
  ): void {
    const [plural, item] = Object.entries(items)[0]!;
    const shown = { [plural]: [example], next_cursor: null } as Record<string, unknown[]>;
    this.#mount(`GET ${path}`, {
      ...spec,
      query: pageQuery.extend(filters ?? {}),
      answer: ok(
        `A page of \`${plural}\``,
        pageOf(plural, item),
        example === undefined ? undefined : shown,
      ),
    }, async ({ query, ...rest }: { query: PageRequest }) => {
      const { limit, cursor, ...filters } = query;
      const request = {
        ...rest,
        filters,
        seek: (query: Seekable) => order.seek(query, { limit, cursor }),
        get start() {
          return order.args({ limit, cursor });
        },
      };
      const rows = must(await read(request as never)) as never[];
      const { next_cursor } = order.page(plural, rows, limit);
      return { [plural]: rows.slice(0, limit).map(toItem), next_cursor };
    });
  }

  /**
   * Adds the route of a scheduled job, which answers `{success, message, results}` with a number for
   * each of its `counts` and the first hundred `errors`. `job` is its name in the schedule.
   *
   * @example
   * ```ts
   * routes.job("/drops/cron/award-monthly-all", {
   *   auth: cron("DROPS_CRON_SECRET"),
   *   operationId: "awardMonthlyToAll",
   *   summary: "Run the job that awards this month's drops to everybody",
   *   job: "award-monthly-drops",
   *   schema: "MonthlyAward",
   *   counts: ["total", "awarded"],
   * }, async () => ({ message: "Done", results: { total: 1, awarded: 1, errors: [] }, complete: true }));
   * ```
   */
  job<const Count extends string>(
    path: Path,
    { job, schema, counts, ...spec }: JobSpec<Count>,
    work: (request: Request) => Promise<JobOutcome<Record<Count, number> & { errors: string[] }>>,
  ): void {
    this.#mount(`POST ${path}`, {
      ...spec,
      answer: ok("The result of the run", jobAnswer(schema, counts)),
    }, async ({ c }: { c: Context }) => await runJob(job, () => work(c.req.raw)));
  }

  /** Adds the routes of the group's other files. */
  include(...parts: Part[]): void {
    for (const part of parts) this.route("/", part);
  }
}

/** The routes of one endpoint group. */
export class Group extends Part {
  /** @param tag the group's name and purpose, as the OpenAPI document shows them. */
  constructor(readonly tag: { name: string; description: string }) {
    super();
  }
}

/**
 * Begins an endpoint group. Its paths begin with `/<name>`. A large group has several files: each
 * declares its routes on a `part()`, and the group includes them.
 *
 * @example
 * ```ts
 * // functions/teams/members.ts
 * export const members = part();
 * members.list("/teams/{id}/members", { ... }, ({ db }) => { ... });
 *
 * // functions/teams/routes.ts
 * export const routes = group("teams", "Teams of organizations, their members and chat");
 * routes.add("POST /teams", { ... }, async ({ db }) => { ... });
 * routes.include(members);
 * ```
 */
export function group(name: string, description: string): Group {
  return new Group({ name, description });
}

/** Begins a file of routes that a group includes. */
export const part = (): Part => new Part();
