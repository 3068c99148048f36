/** A text of a client is a text, also where the Data API would read it as a filter. */
import { expect, it } from "vitest";
import "../support/configured.ts";
import { superAdmin } from "../support/people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { use } from "../mcp/support.ts";
import { fill, readDocument, type Schema } from "./document.ts";

const { operations } = await readDocument();
const admin = await superAdmin("Filipa Words");

const words = ["gt.5", "in.love", "is.it", "not.sure", "fts.x", "in.(a", "eq(any).a"];

/** Whether any text goes. */
const isFree = ({ type, enum: values, format }: Schema) =>
  [type].flat().includes("string") && !values && !format;

const reading = operations.flatMap((operation) => {
  const { method, parameters } = operation;
  const texts = parameters.filter((each) =>
    each.in !== "header" && each.name !== "cursor" && isFree(each.schema)
  );
  return method === "GET" && texts.length ? [{ ...operation, texts }] : [];
});

it("there are texts in addresses", () => {
  const found = reading.map(({ operationId }) => operationId);
  expect(found).toEqual(
    expect.arrayContaining(["listEntries", "listTonePacks", "listUsers", "searchUsers"]),
  );
});

it.each(reading.map((each) => [each.operationId, each] as const))(
  "%s takes words that look like a filter",
  async (_id, { path, parameters, texts }) => {
    const required = parameters.filter((each) => each.in === "query" && each.required)
      .map(({ name, schema }) => [name, String(schema.example)]);
    for (const text of texts) {
      for (const word of words) {
        const query = new URLSearchParams(Object.fromEntries(required));
        if (text.in === "query") query.set(text.name, word);
        const filled = fill(
          path,
          (name) => name === text.name ? encodeURIComponent(word) : NOWHERE,
        );
        const { status } = await admin.api("GET", `${filled}?${query}`);
        expect([text.name, word, status < 500]).toEqual([text.name, word, true]);
      }
    }
  },
);

it("an entry is found by a tag and by words that look like a filter", async () => {
  const { entry } = await ok(admin, "POST", "/api/journal", {
    title: "in.love",
    content: "gt.5 and not.sure",
    tags: ["in.progress"],
    mood: "is.it",
  });
  for (const query of ["tag=in.progress", "q=in.love", "q=not.sure", "mood=is.it"]) {
    const { entries } = await ok(admin, "GET", `/api/journal?scope=own&${query}`);
    expect([query, entries.map(({ id }: { id: string }) => id)]).toEqual([query, [entry.id]]);
  }
  const { entries } = await use(admin.api, "list_entries", { tag: "in.progress" });
  expect(entries.map(({ id }: { id: string }) => id)).toEqual([entry.id]);
});
