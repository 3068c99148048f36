import createApi, { type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { brokenAnswer, errorOf, JournalError } from "./errors.ts";
import { type Connection, send } from "./requests.ts";
import type { paths } from "./generated/schema.ts";
import { serialize } from "./uploads.ts";

type Operation<Path extends keyof paths, Method extends HttpMethod> = Method extends
  keyof paths[Path] ? paths[Path][Method] : never;

/** The body of an answer: `Answer<"/api/goals", "get">`. */
export type Answer<Path extends keyof paths, Method extends HttpMethod, Init = unknown> =
  Operation<Path, Method> extends infer One extends { responses: unknown }
    ? NonNullable<FetchResponse<One, Init, "application/json">["data"]>
    : never;

type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>,
>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [Init?] : [Init]
) => Promise<Answer<Path, Method, Init>>;

/**
 * Every operation of the service, typed: `api.get("/api/goals/{id}", { params: { path: { id } } })`
 * answers the body. A POST that is made again after its answer was lost has no second effect.
 * `parseAs: "stream"` or `"text"` reads answers that are not JSON. `answered` gets the headers of a
 * good answer before its body is read.
 *
 * @throws {JournalError} for every refusal and without a network, an error with the name
 * `AbortError` when `signal` ends the call, and every other error as it is: the program is at fault
 */
export interface Api {
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  delete: Call<"delete">;
}

export function createTypedApi(baseUrl: string, connection: Connection): Api {
  const api = createApi<paths>({ baseUrl, bodySerializer: serialize });
  api.use({
    async onResponse({ response }) {
      // 304 answers a condition that the caller has made.
      if (!response.ok && response.status !== 304) throw await errorOf(response);
    },
  });
  const call = (method: "GET" | "POST" | "PUT" | "DELETE") =>
  async (
    path: never,
    init: { signal?: AbortSignal; answered?: (headers: Headers) => void } = {},
  ) => {
    let response = undefined as Response | undefined;
    const fetch = async (request: Request) => {
      response = await send(connection, request);
      if (response.ok) init.answered?.(response.headers);
      return response;
    };
    try {
      const request = api[method] as (path: never, init: object) => Promise<{ data?: unknown }>;
      return (await request(path, { ...init, fetch })).data;
    } catch (error) {
      throw response ? brokenAnswer(error, response, init.signal) : error;
    }
  };
  /** The keys of POSTs whose answer has not come, by path and body. */
  const unanswered = new Map<string, string>();
  /** A POST repeated after a lost answer gets the same key, so that the service does it once. */
  const post = async (
    path: never,
    init: { params?: object; body?: object; headers?: object } = {},
  ) => {
    const { params, body = {}, headers } = init;
    if (headers || serialize(body) instanceof FormData) {
      return await call("POST")(path, init as never);
    }
    const sent = JSON.stringify([path, params, body]);
    const key = unanswered.get(sent) ?? crypto.randomUUID();
    unanswered.set(sent, key);
    let isAnswered = true;
    try {
      return await call("POST")(path, { ...init, headers: { "Idempotency-Key": key } } as never);
    } catch (error) {
      isAnswered = error instanceof JournalError && !error.isTemporary;
      throw error;
    } finally {
      if (isAnswered) unanswered.delete(sent);
    }
  };
  return {
    get: call("GET") as Api["get"],
    post: post as Api["post"],
    put: call("PUT") as Api["put"],
    delete: call("DELETE") as Api["delete"],
  };
}
