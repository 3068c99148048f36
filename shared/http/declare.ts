import { OpenAPIHono, type z } from "@hono/zod-openapi";
import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import { must } from "../database/results.ts";
import type { Jsonb, Unstated } from "../database/schema.ts";
import { type Order, pageOf, pageQuery, type PageRequest, type Seekable } from "../fields/pages.ts";
import { jobAnswer, type JobOutcome, type JobResults, runJob, skippedRun } from "../jobs/runs.ts";
import type { Body } from "./bodies.ts";
import type { AppEnv, CallerEnv } from "./caller.ts";
import { atEither, type Auth, type EnvOf, type GuardedEnv } from "./guard.ts";
import { idOfRequest } from "./idempotency.ts";
import { takeLimit } from "./limits.ts";
import { type Address, type Answer, ok, type Path, route, type RouteSpec } from "./route.ts";
import { refuseInvalid } from "./validation.ts";

// The other imports of a file of routes.
export { z } from "@hono/zod-openapi";
export { found, must, shaped } from "../database/results.ts";
export * as f from "../fields/basic.ts";
export { form, json, raw, urlencoded } from "./bodies.ts";
export { cron, cronOptional, signature, superAdminOr } from "./guard.ts";
export { created, createdOnce, done, ok } from "./route.ts";
export { changedMeanwhile, ifMatch, onlyIfMatch, refuseWrite } from "./versions.ts";

/** The declaration of a list: what it adds to that of a route. */
interface ListSpec extends
  Pick<
    RouteSpec,
    | "auth"
    | "scope"
    | "operationId"
    | "summary"
    | "description"
    | "params"
    | "notFound"
    | "refusals"
  > {
  /** The parameters of the query beside `limit` and `cursor`. */
  filters?: z.ZodRawShape;
  /** The name of the list in the answer, and the schema of an item: `{ goals: Goal }`. */
  items: Record<string, z.ZodType>;
  /** An item in the document, or several, where its fields have no examples. */
  example?: unknown;
  /** Fields of the answer beside the page: `beside(fields, read)`. */
  beside?: Beside;
  /** `keyset(...)`, `whole(...)` for a short list, or a function of the filters. */
  order: Order | ((filters: never) => Order);
}

type Call = CallerEnv["Variables"];

/** Fields of a list's answer beside the page, which are read along with it. */
interface Beside {
  fields: z.ZodRawShape;
  read: (call: Call) => Promise<object>;
}

/** The fields that a list's answer has beside the page, and how to read them. */
export const beside = <const Fields extends z.ZodRawShape>(
  fields: Fields,
  read: (call: Call) => Promise<Answered<z.output<z.ZodObject<Fields>>>>,
) => ({ fields, read: read as Beside["read"] });

/** The environment behind the guard of a declared route. */
type EnvBehind<S extends { auth?: Auth }> = EnvOf<S["auth"] extends Auth ? S["auth"] : "user">;
type Variables<S extends { auth?: Auth }> = EnvBehind<S> extends { Variables: infer V } ? V
  : object;
type MaybePromise<T> = T | Promise<T>;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** The names of the parameters in a path. */
type NamesIn<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ParamsOf<S extends { params?: z.ZodObject }, P> = S["params"] extends z.ZodType
  ? z.output<S["params"]>
  : Record<NamesIn<P>, string>;

/** The argument of a route's handler: the validated input, and the variables of the guard. */
type RouteRequest<S extends RouteSpec, A> = Variables<S> & {
  /** The context, for headers and other parts of the request or the answer. */
  c: Context<AppEnv & EnvBehind<S>>;
  params: ParamsOf<S, A>;
  query: Parsed<S["query"]>;
  body: S["body"] extends Body<infer Content>
    ? Content[keyof Content] extends { schema: infer T } ? Parsed<T> : undefined
    : undefined;
};

/** `T`, where jsonb may stand for any object, and a computed value for any field. */
export type Answered<T> = T extends object ? Jsonb | { [K in keyof T]: Answered<T[K]> }
  : T | Unstated;

/**
 * The result of a route's handler: a whole response or the JSON body; for `createdOnce`, the body
 * and whether this request has created the object.
 */
type RouteAnswer<A extends Answer> =
  | (A extends { content: { "application/json": { schema: infer T extends z.ZodType } } } ?
      | (A extends { orOk: string } ? { body: Answered<z.output<T>>; isNew: boolean }
        : Answered<z.output<T>>)
      | (Response & TypedResponse<JSONParsed<Answered<z.output<T>>>, A["status"]>)
    : Response)
  | (A extends { always: object } ? void : never);

/** The argument of a list's handler, which makes the query of it. */
type ListRequest<S extends ListSpec, P> = Variables<S> & {
  c: Context;
  params: ParamsOf<S, P>;
  filters: S["filters"] extends z.ZodRawShape ? z.output<z.ZodObject<S["filters"]>> : object;
  /** Orders a query of a table or a view, and limits it to the page. */
  seek: <Q extends Seekable>(query: Q) => Q;
  /** The arguments of a SQL function that returns the page. */
  start: ReturnType<OrderOf<S>["args"]>;
  /** The page that the client asks for, for lists that begin elsewhere than their cursor says. */
  page: PageRequest;
};

type ItemOf<S extends ListSpec> = z.input<S["items"][keyof S["items"]]>;
type OrderOf<S extends ListSpec> = S["order"] extends (filters: never) => infer O
  ? Extract<O, Order>
  : Extract<S["order"], Order>;
/** The columns that the order needs of a row. */
type RowOf<S extends ListSpec> = Parameters<OrderOf<S>["cursorAfter"]>[0];
type MaybePromiseLike<T> = T | PromiseLike<T>;
type Reading<S extends ListSpec, P, Row> = (
  request: ListRequest<S, P>,
) => MaybePromiseLike<PostgrestSingleResponse<Row[]> | Row[]>;

/** The declaration of a job. */
interface JobSpec<Count extends string>
  extends
    Pick<RouteSpec, "auth" | "admit" | "operationId" | "summary" | "description" | "refusals"> {
  /** The name of the job in the schedule. */
  job: string;
  /** The name of the answer's schema. */
  schema: string;
  counts: readonly Count[];
}

/** A context behind validation. */
type Validated = Context<
  GuardedEnv,
  string,
  { out: Record<"param" | "query" | "json" | "form", unknown> }
>;

/** Routes of one file. */
export class Part extends OpenAPIHono<AppEnv> {
  constructor() {
    super({ defaultHook: refuseInvalid });
  }

  /**
   * Adds a route. The declaration determines the guard (`auth`), the size limit, validation, the
   * types of the handler, and the operation in the OpenAPI document with all possible refusals. The
   * handler gets the validated `params`, `query` and `body`, the `caller`, and `db`, the database as
   * the caller. It returns the body of the answer; a refusal is thrown (`errors.ts`).
   */
  add<const A extends Address, const S extends RouteSpec>(
    address: A,
    spec: S,
    handler: (request: RouteRequest<S, A>) => MaybePromise<RouteAnswer<S["answer"]>>,
  ): void {
    this.#mount(address, spec, handler);
  }

  #mount(address: Address, spec: RouteSpec, handler: (request: never) => unknown): void {
    const { answer, body, limit } = spec;
    const target = body && "multipart/form-data" in body.openapi.content ? "form" : "json";
    const handle = async (c: Validated) => {
      if (limit) await takeLimit(c, limit);
      const [params, query, sent] = [
        c.req.valid("param"),
        c.req.valid("query"),
        c.req.valid(target),
      ];
      const creation = answer.orOk && sent as { id?: string } | undefined;
      if (creation) creation.id ??= await idOfRequest(c);
      const made = await atEither(c, async () => {
        const { caller, db } = c.var;
        return await handler({ caller, db, c, params, query, body: sent } as never);
      });
      if (made instanceof Response) return made;
      const { body, isNew } = answer.orOk
        ? made as { body: object; isNew: boolean }
        : { body: made ?? answer.always, isNew: true };
      return c.json(body as object, isNew ? answer.status as 200 : 200);
    };
    this.openapi(route(address, spec), handle as never);
  }

  /**
   * Adds a list, which is read in pages. `read` makes the query of the page, `toItem` an item of a
   * row where the two differ.
   */
  list<const P extends Path, const S extends ListSpec, Row extends Answered<RowOf<S> & ItemOf<S>>>(
    path: P,
    spec: S,
    read: Reading<S, P, Row>,
  ): void;
  list<const P extends Path, const S extends ListSpec, Row extends RowOf<S>>(
    path: P,
    spec: S,
    read: Reading<S, P, Row>,
    toItem: (row: Row) => Answered<ItemOf<S>>,
  ): void;
  list(
    path: Path,
    { filters, items, example, beside, order: given, ...spec }: ListSpec,
    read: (request: never) => MaybePromiseLike<PostgrestSingleResponse<unknown[]> | unknown[]>,
    toItem: (row: never) => unknown = (row) => row,
  ): void {
    const [plural, item] = Object.entries(items)[0]!;
    const shown = { [plural]: [example].flat(), next_cursor: null } as Record<string, unknown[]>;
    this.#mount(`GET ${path}`, {
      ...spec,
      query: pageQuery.extend(filters ?? {}),
      answer: ok(
        `A page of \`${plural}\``,
        pageOf(plural, item).extend(beside?.fields ?? {}),
        example === undefined ? undefined : shown,
      ),
    }, async ({ query, ...rest }: Call & { query: PageRequest }) => {
      const { limit, cursor, ...filters } = query;
      const page = { limit, cursor };
      const order = typeof given === "function" ? given(filters as never) : given;
      const request = {
        ...rest,
        filters,
        page,
        seek: (query: Seekable) => order.seek(query, page),
        get start() {
          return order.args(page);
        },
      };
      const [result, others] = await Promise.all([read(request as never), beside?.read(rest)]);
      const rows = (Array.isArray(result) ? result : must(result)) as never[];
      const { next_cursor, ...shown } = order.page(plural, rows, limit, cursor);
      return { [plural]: (shown[plural] as never[]).map(toItem), ...others, next_cursor };
    });
  }

  /**
   * Adds the route of a scheduled job, which answers `{success, message, results}` with a number for
   * each of its `counts` and the first hundred `errors`. `job` is its name in the schedule. Work that
   * refuses with `not_configured` is `skipped`, and the answer is 200.
   */
  job<const Count extends string>(
    path: Path,
    { job, schema, counts, ...spec }: JobSpec<Count>,
    work: (request: Request) => Promise<JobOutcome<JobResults<Count>>>,
  ): void {
    this.#mount(
      `POST ${path}`,
      {
        ...spec,
        answer: ok("The result of the run", jobAnswer(schema, counts)),
      },
      async ({ c }: { c: Context }) =>
        await runJob(job, () => work(c.req.raw)).catch((error) => skippedRun(error, counts)),
    );
  }
}

/**
 * Begins a file of routes, which it exports as `routes`. Their paths begin with the name of the group
 * that mounts them.
 *
 * @example
 * ```ts
 * // functions/teams/members.ts
 * export const routes = part();
 * routes.list("/teams/{id}/members", { ... }, ({ db }) => { ... });
 * ```
 */
export const part = (): Part => new Part();

/** The files of an endpoint group, which are loaded when a request needs them. */
export interface Mounted {
  parts: () => ({ routes: Part } | Promise<{ routes: Part }>)[];
}

/** An endpoint group: the routes whose paths begin with its name. */
export interface Group extends Mounted {
  /** The group's purpose, as the OpenAPI document shows it. */
  description: string;
  /** It has no function of its own, so there is one address to share. */
  underApiOnly?: true;
}

/** Loads the routes of a group. */
export async function partsOf(group: Mounted): Promise<Part[]> {
  return (await Promise.all(group.parts())).map(({ routes }) => routes);
}
