/** Every POST of a signed-in user takes an Idempotency-Key, and takes effect once for each. */
import { expect, it } from "vitest";
import { NOWHERE, ok } from "../support/requests.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { shared } from "../journal/people.ts";
import { sql } from "../support/sql.ts";
import {
  codesOf,
  exampleBody,
  fill,
  isForSuperAdmins,
  type Operation,
  ownAddress,
  readDocument,
  wantsUser,
} from "./document.ts";
import { rowsOf } from "./rows.ts";

const { operations } = await readDocument();
const posts = operations.filter(({ method }) => method === "POST");
const keyed = posts.filter(({ takesKey }) => takesKey);
/** The client gives the id of the object that the operation makes. */
const byId = ["postMcpMessage"];
/** The handler recognizes repeats by itself: tests/chat/repeats.test.ts. */
const byHandler = ["sendChatMessage"];

const [user, admin] = await Promise.all([person("Rita Repeat"), superAdmin("Ada Again")]);

const key = "the same key";

/** Sends the example of the document. */
async function post(operation: Operation, who: Person) {
  const { requestBody, parameters } = operation;
  const example = (name: string) =>
    String(parameters.find((each) => each.name === name)?.schema.example ?? NOWHERE);
  const form = requestBody?.content["multipart/form-data"] && new FormData();
  form?.set("file", new Blob(["file"]), "file");
  return await who.api("POST", fill(operation.path, example), form || exampleBody(operation), {
    "idempotency-key": key,
  });
}

it("the document says which POSTs take a key: those of signed-in users", () => {
  expect(keyed.length).toBeGreaterThan(60);
  expect(posts.filter((each) => wantsUser(each) && !byId.includes(each.operationId)))
    .toEqual(keyed);
  for (const { responses } of keyed) {
    expect(codesOf(responses["409"]!)).toContain("idempotency_key_reused");
  }
});

it("no POST is processed with a key that belongs to another request", async () => {
  const callers = keyed.map((operation) => isForSuperAdmins(operation) ? admin : user);
  await sql`insert into private.idempotency_keys ${
    sql(keyed.map(({ path }, n) => ({
      user_id: callers[n]!.id,
      route: `post ${ownAddress(path)}`,
      key,
      request_hash: "of another request",
      status: 200,
      answer: sql.json({ type: "application/json", text: "{}" }),
      ids: [],
      standing: [],
    })))
  }`;
  const answers = await Promise.all(keyed.map((operation, n) => post(operation, callers[n]!)));
  const processed = keyed.filter((_, n) => answers[n]!.body?.code !== "idempotency_key_reused");
  expect(processed.map(({ operationId }) => operationId)).toEqual(byHandler);
});

/** Without the chains, which a change of the window has generated after its answer. */
async function effectsOn(who: Person) {
  const { workout_window_chains_user_id: _, ...rows } = await rowsOf(who);
  return rows;
}

it("a POST that is sent twice with its key is processed once", async () => {
  const rita = await person("Rita Repeat");
  let effects = 0;
  for (const operation of keyed.filter((each) => !isForSuperAdmins(each))) {
    const { operationId } = operation;
    const before = await effectsOn(rita);
    const first = await post(operation, rita);
    const after = await effectsOn(rita);
    const second = await post(operation, rita);
    const { status } = first;
    expect([operationId, second.status, second.headers.get("idempotent-replayed")])
      .toEqual([operationId, status, status < 500 ? "true" : null]);
    expect(await effectsOn(rita), operationId).toEqual(after);
    if (JSON.stringify(before) !== JSON.stringify(after)) effects++;
  }
  // The examples of the others need something that is there.
  expect(effects).toBeGreaterThan(10);
});

it("a POST whose first answer was never kept creates its object once", async () => {
  const rita = await person("Rita Repeat");
  let created = 0;
  for (const operation of keyed.filter(({ responses }) => responses["200"] && responses["201"])) {
    const { operationId } = operation;
    const first = await post(operation, rita);
    if (first.status !== 201) continue;
    const after = await effectsOn(rita);
    // As when the process ends between the creation and its answer.
    await sql`delete from private.idempotency_keys where user_id = ${rita.id}`;
    expect([operationId, (await post(operation, rita)).status]).toEqual([operationId, 200]);
    expect(await effectsOn(rita), operationId).toEqual(after);
    created++;
  }
  expect(created).toBeGreaterThan(4);
});

interface Recipient {
  ben: Person;
  entryId: string;
}

it.each<[what: string, request: (to: Recipient) => [path: string, body?: unknown]]>([
  ["drop", ({ ben }) => [
    "/api/encouragement-drops/send",
    { recipient_id: ben.id, drop_type: "encouragement", content: "Go on" },
  ]],
  ["comment", ({ entryId }) => [`/api/journal/${entryId}/comments`, { content: "Well said" }]],
  ["freeze", () => ["/api/streaks/freezes"]],
])("a %s whose first answer was never kept comes once", async (what, request) => {
  const [rita, ben] = [await person("Rita Repeat"), await person("Ben Back")];
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Hello",
    content: "Friends",
    ...shared,
  });
  const [path, body] = request({ ben, entryId: entry.id });
  const send = () => rita.api("POST", path, body, { "idempotency-key": key });
  const first = await send();
  const after = await effectsOn(rita);
  await sql`delete from private.idempotency_keys where user_id = ${rita.id}`;
  const second = await send();
  expect(first.status).toBeLessThan(300);
  expect([second.status, second.body]).toEqual([
    what === "freeze" ? first.status : 200,
    first.body,
  ]);
  expect(await effectsOn(rita)).toEqual(after);
});
