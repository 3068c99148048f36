/** The callers of the operations, and the input of each call. */
import type { ParameterOrJSON, Sql } from "postgres";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import {
  exampleBody,
  fill,
  isForSuperAdmins,
  type Operation,
  wantsUser,
} from "../../tests/contract/operations.ts";
import { clientOf, serviceOf } from "../acting.ts";
import { userId } from "../world/size.ts";

interface Person {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
}

/** The input of a call beyond the document's example. */
export interface Input {
  /** Null for nobody; the light, median or heavy user, or the super admin, unless it is given. */
  as?: Pick<Person, "token"> | null;
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** The document's example unless it is given. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Prepares one call; the preparation is not measured. */
export type Recipe = (scene: Scene) => Input | Promise<Input>;

// deno-lint-ignore no-explicit-any -- recipes read the fields they need
type Parsed = any;

export interface Surroundings {
  sql: Sql;
  status: Status;
  operations: Operation[];
  recipes: Record<string, Recipe>;
  /** Variables of the functions: addresses and credentials of the stand-ins, secrets of jobs. */
  env: Record<string, string>;
  admin: Person;
  /** How many users there are. */
  users: number;
}

/** A caller with the objects that the calls need. */
export class Scene {
  private readonly picks = new Map<string, string[]>();
  private turn = 0;

  constructor(private readonly around: Surroundings, readonly me: Person) {}

  get sql(): Sql {
    return this.around.sql;
  }

  get admin(): Person {
    return this.around.admin;
  }

  get baseUrl(): string {
    return this.around.status.base_url;
  }

  /** A variable of the functions. */
  env(name: string): string {
    const value = this.around.env[name];
    if (!value) throw new Error(`The functions have no variable ${name}`);
    return value;
  }

  /** Somebody who has just signed up. */
  newPerson = (role?: "super_admin"): Promise<Person> => signUp(this.around, role);

  operation(id: string): Operation {
    const found = this.around.operations.find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`The document has no operation ${id}`);
    return found;
  }

  /** The input of a call, from the recipe or from the document's example. */
  async input(operation: Operation): Promise<Input> {
    const given = await this.around.recipes[operation.operationId]?.(this) ?? {};
    const caller = isForSuperAdmins(operation) ? this.admin : wantsUser(operation) ? this.me : null;
    return { as: caller, body: exampleBody(operation), ...given };
  }

  /** Sends a call; fails unless the answer is the declared success. Returns the parsed body. */
  async send(operation: Operation, { as, path, query, body, headers }: Input): Promise<Parsed> {
    const { method, responses } = operation;
    const address = fill(operation.path, (name) => {
      const value = path?.[name];
      if (value === undefined) throw new Error(`The recipe gives no ${name}`);
      return value;
    });
    const isJson = body !== undefined && !(body instanceof FormData) && typeof body !== "string";
    const answer = await fetch(
      `${this.baseUrl}${address}${query ? `?${new URLSearchParams(query)}` : ""}`,
      {
        method,
        redirect: "manual",
        headers: {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(isJson && { "content-type": "application/json" }),
          ...headers,
        },
        body: method === "GET" ? undefined : isJson ? JSON.stringify(body) : body as BodyInit,
      },
    );
    const text = await answer.text();
    if (!(answer.status < 400 && answer.status in responses)) {
      throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
    }
    if (answer.headers.has("location")) return answer.headers.get("location");
    return answer.headers.get("content-type")?.startsWith("application/json")
      ? JSON.parse(text)
      : text;
  }

  /** Calls an operation with the input of its recipe, and with the given input. */
  async call(operationId: string, given: Input = {}): Promise<Parsed> {
    const operation = this.operation(operationId);
    const input = await this.input(operation);
    return await this.send(operation, {
      ...input,
      ...given,
      path: { ...input.path, ...given.path },
    });
  }

  /** Creates an object and returns the first one in the answer of the operation. */
  async make(operationId: string, given?: Input): Promise<Parsed> {
    return Object.values(await this.call(operationId, given))[0];
  }

  /** The ids that a query finds for the caller (`$1`) in turn, or of a new object. */
  async pick(query: string, orMake?: string | (() => Promise<string>)): Promise<string> {
    let ids = this.picks.get(query);
    if (!ids) {
      ids =
        (await this.sql.unsafe(`select t.* from (${query}) as t limit 20`, [this.me.id]).values())
          .map(([id]) => String(id));
      if (!ids.length && orMake) {
        ids = [typeof orMake === "string" ? (await this.make(orMake)).id : await orMake()];
      }
      if (!ids.length) throw new Error(`Nothing found: ${query}`);
      this.picks.set(query, ids);
    }
    return ids[this.turn++ % ids.length]!;
  }

  /** One value of a query. */
  async value(query: string, ...parameters: ParameterOrJSON<never>[]): Promise<string> {
    const [row] = await this.sql.unsafe(query, parameters).values();
    if (!row) throw new Error(`Nothing found: ${query}`);
    return String(row[0]);
  }

  /** Any active users who are not the caller, from anywhere among all of them. */
  async strangers(count: number, condition = "true"): Promise<string[]> {
    const from = userId(Math.floor(Math.random() * this.around.users));
    const of = (id: string) =>
      this.sql.unsafe(
        `select id from public.profiles as p
        where id > $1 and id <> $2 and is_active and not is_ai and role = 'user' and (${condition})
        order by id limit ${count}`,
        [id, this.me.id],
      ).values();
    const [some, first] = [await of(from), await of(NOBODY)];
    return [...some, ...first].slice(0, count).map(([id]) => String(id));
  }
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A session of a user as a magic link gives it. */
export async function signIn(
  { status }: Pick<Surroundings, "status">,
  email: string,
): Promise<Person> {
  const { data, error } = await serviceOf(status).auth.admin
    .generateLink({ type: "magiclink", email });
  if (error) throw error;
  const { data: verified, error: refused } = await clientOf(status).auth
    .verifyOtp({ type: "magiclink", token_hash: data.properties.hashed_token });
  if (refused) throw refused;
  const { access_token: token, refresh_token: refreshToken } = verified.session!;
  return { id: verified.user!.id, email, token, refreshToken };
}

/** A new user with a session. */
export async function signUp(
  around: Pick<Surroundings, "status" | "sql">,
  role?: "super_admin",
): Promise<Person> {
  const { status, sql } = around;
  const email = `guest.${crypto.randomUUID()}@example.com`;
  const { data, error } = await serviceOf(status).auth.admin
    .createUser({ email, email_confirm: true, user_metadata: { full_name: "Gus Guest" } });
  if (error) throw error;
  if (role) await sql`update public.profiles set role = ${role} where id = ${data.user.id}`;
  return await signIn(around, email);
}
