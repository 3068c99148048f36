/**
 * Invalid input to every route of the document: never a 500, always an answer in the declared
 * format, and no row written by a refused request.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Person, person, send, superAdmin } from "../support/people.ts";
import { errorCodes } from "../../shared/base/codes.ts";
import { type FuzzedRequest, requests } from "./arbitrary.ts";
import { type Document, fill, type Operation, readDocument } from "./document.ts";
import { rowsOf } from "./rows.ts";

/** `FUZZ_RUNS=500 FUZZ_SEED=7 npm test -- tests/contract` runs more cases, with another seed. */
const runs = Number(Deno.env.get("FUZZ_RUNS") ?? 6);
const seed = Number(Deno.env.get("FUZZ_SEED") ?? 1);

/** Whether the operation has any input to vary. */
const takesInput = ({ method, parameters, requestBody }: Operation) =>
  method !== "GET" || parameters.length > 0 || requestBody !== undefined;

/** Operations whose change by a super admin affects all users, the other tests' included. */
const forEveryone = /^\/api\/admin\/(settings|conversion)/;

/** A caller whom the operation's guard admits, so that validation and handler are reached. */
const callerOf = ({ path }: Operation) =>
  path.startsWith("/api/admin/") && !forEveryone.test(path) ? admin : user;

const document: Document = await readDocument();

const [user, admin] = await Promise.all([person("Fuzz User"), superAdmin("Fuzz Admin")]);

async function ask(operation: Operation, request: FuzzedRequest, who: Person) {
  const query = new URLSearchParams(request.query).toString();
  const path = fill(operation.path, (name) => request.path[name] || "x");
  const body = typeof request.body === "string" || request.body === undefined
    ? request.body
    : JSON.stringify(request.body);
  return await send(operation.method, query ? `${path}?${query}` : path, body, {
    authorization: `Bearer ${who.token}`,
    ...(body !== undefined && { "content-type": request.contentType }),
  });
}

describe(`bad input (seed ${seed})`, () => {
  for (const operation of document.operations) {
    it(`${operation.method} ${operation.path}`, async () => {
      const who = callerOf(operation);
      const reads = operation.method === "GET";
      let before = reads ? {} : await rowsOf(who);
      await fc.assert(
        fc.asyncProperty(requests(operation, document), async (request) => {
          const { status, body, headers } = await ask(operation, request, who);
          expect(status === 503 || status < 500, `${status} ${JSON.stringify(body)}`).toBe(true);
          // Methods and paths that the generated words change into other operations are not
          // checked.
          if (status >= 400 && status !== 405) {
            expect(typeof body?.error, JSON.stringify(body)).toBe("string");
            expect(errorCodes, JSON.stringify(body)).toHaveProperty(body.code);
          }
          expect(headers.get("x-request-id")).toBeTruthy();
          if (reads) return;
          const after = await rowsOf(who);
          if (status >= 400) expect(after).toEqual(before);
          before = after;
        }),
        { numRuns: takesInput(operation) ? runs : 1, seed },
      );
    }, 120_000);
  }
});
