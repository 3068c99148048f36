/** Users for tests: each is new, signed in, and sends requests like a client. */
import { checkAnswer } from "./answers.ts";
import { beginSession, type Client, createAccount, newClient, password } from "./accounts.ts";
import { platform } from "./platform.ts";
import { sql } from "./sql.ts";

export { type Client, newClient };

/** An answer of the service; `body` is parsed JSON, or text that is not JSON, or null. */
export interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
  body: any;
  headers: Headers;
}

/** Sends a request to a path below the functions' address, such as `/api/goals` or `/health`. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface Person {
  id: string;
  email: string;
  password: string;
  /** The access token, valid for an hour. */
  token: string;
  /** supabase-js, signed in as this person. */
  client: Client;
  api: Api;
}

/** supabase-js with the secret key: bypasses row security, and has the admin API of auth. */
export const service: Client = newClient(platform.secret_key);

/**
 * One request below the functions' address, whose answer is compared with the document. An object
 * body is sent as JSON, anything else that `fetch` takes (FormData, a string, bytes) as it is.
 */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const plain = typeof body === "object" && body !== null &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(body));
  const response = await fetch(platform.base_url + path, {
    method,
    redirect: "manual",
    headers: { ...(plain && { "content-type": "application/json" }), ...headers },
    body: plain ? JSON.stringify(body) : body as BodyInit | undefined,
  });
  const text = await response.text();
  const answer = { status: response.status, body: parse(text), headers: response.headers };
  await checkAnswer(method, path, answer);
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || null;
  }
}

/** A caller who is not signed in. */
export const anonymous: { client: Client; api: Api } = { client: newClient(), api: send };

/** Sends requests with a bearer token. */
export const withToken = (token: string): Api => (method, path, body, headers) =>
  send(method, path, body, { authorization: `Bearer ${token}`, ...headers });

/**
 * A new confirmed user, signed in.
 *
 * @example
 * const ana = await person("Ana");
 */
export async function person(name = "Test Person", role = "user"): Promise<Person> {
  const account = await createAccount(name);
  const { id, email } = account;
  if (role !== "user") await sql`update public.profiles set role = ${role} where id = ${id}`;
  const { token, client } = await beginSession(account);
  return { id, email, password, token, client, api: withToken(token) };
}

/**
 * New users by their names, at once.
 *
 * @example
 * const [ana, ben] = await persons("Ana", "Ben");
 */
export async function persons<const Names extends string[]>(...names: Names) {
  return await Promise.all(names.map((name) => person(name))) as { [N in keyof Names]: Person };
}

/** The handle that was made for a user. */
export async function handleOf({ id }: { id: string }): Promise<string> {
  const [{ handle }] = await sql<[{ handle: string }]>`
    select handle from public.profiles where id = ${id}`;
  return handle;
}

/** A new user whose profile and whose token both say `super_admin`. */
export const superAdmin = (name = "Super Admin"): Promise<Person> => person(name, "super_admin");
