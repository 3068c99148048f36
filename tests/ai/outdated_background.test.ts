/** A background whose entry no longer says what it shows. */
import { beforeAll, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let ana: Person;
let entryId: string;
beforeAll(async () => {
  ana = await person("Ana");
  const { body } = await ana.api("POST", "/api/journal", {
    title: "Entry",
    content: "A sad day at the clinic",
    mood: "sad",
  });
  entryId = body.entry.id;
  const made = await ana.api("POST", "/api/ai/generate-background", {
    content: "A sad day at the clinic",
    entry_id: entryId,
  });
  expect(made.status).toBeLessThan(300);
});

const backgrounds = async () =>
  (await sql`select path from public.journal_entry_backgrounds where entry_id = ${entryId}`).length;

it("stays while the content stays, and goes with it", async () => {
  const put = (change: unknown) => ana.api("PUT", `/api/journal/${entryId}`, change);
  await put({ title: "Another title", content: "A sad day at the clinic" });
  expect(await backgrounds()).toBe(1);
  await put({ content: "A happy recipe", metadata_visibility: "public", mood: null });
  expect(await backgrounds()).toBe(0);
});
