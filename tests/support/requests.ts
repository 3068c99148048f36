/** Requests that must succeed, outcomes of requests, and complete lists. */
import type { Answer, Api } from "./people.ts";

/** A sender of requests: a person, or somebody who is not signed in. */
type Sender = { api: Api };

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

/** Sends a request that must succeed, and returns its body. */
export async function ok({ api }: Sender, ...request: Parameters<Api>): Promise<Parsed> {
  const { status, body } = await api(...request);
  if (status >= 300) {
    throw new Error(`${request[0]} ${request[1]}: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

/**
 * The outcome of a request: its status, and the message of a refusal.
 *
 * @example
 * expect(await outcome(ben, "GET", `/api/goals/${id}`)).toBe("404 Goal not found");
 */
export const outcome = ({ api }: Sender, ...request: Parameters<Api>): Promise<string> =>
  messageOf(api(...request));

/** The outcome of a request whose answer is on its way. */
export async function messageOf(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  return body?.error ? `${status} ${body.error}` : `${status}`;
}

/** The status and the code of an answer: "409 already_entered"; the status alone of a success. */
export async function codeOf(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  return body?.code ? `${status} ${body.code}` : `${status}`;
}

/** All items of a list, fetched in pages of `limit`; fails when a page is larger. */
export async function walk(
  who: Sender,
  path: string,
  plural: string,
  limit = 100,
): Promise<Parsed[]> {
  const items = [];
  let cursor: string | null = null;
  do {
    const query: string = new URLSearchParams({ limit: `${limit}`, ...(cursor && { cursor }) })
      .toString();
    const page = await ok(who, "GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
    if (page[plural].length > limit) throw new Error(`${path}: a page of more than ${limit}`);
    items.push(...page[plural]);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}

/** A time and an id in the format of answers. */
export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An id that does not exist. */
export const NOWHERE = "00000000-0000-4000-8000-000000000000";
