/** Making, listing and reading share links. */
import { anonymous, type Answer, type Api } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

/** Makes a link to an entry; returns it with its code. */
export const make = async (who: { api: Api }, entryId: string, fields = {}): Promise<Parsed> =>
  (await ok(who, "POST", `/api/journal/${entryId}/share-links`, fields)).share_link;

export const linksOf = (who: { api: Api }): Promise<Parsed[]> =>
  walk(who, "/api/share-links", "share_links");

/** Forgets reads from this machine's address, and keeps those from the address of a test. */
export const forgetReads = () =>
  sql`
    delete from private.rate_limit_hits
    where bucket = 'shared_entry' and subject not like 'address:test %'`;

/** Reads what a link shows, as somebody without an account. */
export const read = (code: string, passphrase?: string): Promise<Answer> =>
  anonymous.api("GET", `/api/shared/${code}`, undefined, {
    ...(passphrase !== undefined && { "x-share-passphrase": encodeURIComponent(passphrase) }),
  });
