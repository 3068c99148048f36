/** Templates of entries over HTTP and at the table. */
import { describe, expect } from "vitest";
import { languages } from "../../shared/generated/languages.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/entry-templates";
const fields = { name: "Evening", title: "{{weekday}}, {{date}}", content: "{{prompt}}" };

const make = async (who: Person, more: Record<string, unknown> = {}) =>
  (await ok(who, "POST", path, { ...fields, ...more })).entry_template;

const list = async (who: Person) => (await ok(who, "GET", path)).entry_templates;

it("are created, listed before the templates of the service, changed and deleted", async ({ ana, ben }) => {
  const notebook_id = (await ok(ana, "POST", "/api/notebooks", { name: "Drawer" })).notebook.id;
  const made = await make(ana, { tags: ["evening"], notebook_id });
  expect(made).toEqual({
    ...fields,
    tags: ["evening"],
    notebook_id,
    is_shared: false,
    id: expect.any(String),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const all = await walk(ana, path, "entry_templates", 2);
  expect(all[0]).toEqual(made);
  const shared = all.slice(1);
  expect(shared.map(({ is_shared }) => is_shared)).toEqual(Array(5).fill(true));
  expect(await list(ben)).toEqual(shared);
  const url = `${path}/${made.id}`;
  const { entry_template } = await ok(ana, "PUT", url, { name: "Night", tags: null });
  expect(entry_template)
    .toEqual({ ...made, name: "Night", tags: [], updated_at: entry_template.updated_at });
  expect(await ok(ana, "DELETE", url)).toEqual({ message: "Template deleted" });
  expect(await list(ana)).toEqual(shared);
});

describe("templates of the service, in another language", () => {
  it("are in the language of the reader, with the same ids", async ({ ana, ben }) => {
    const made = await make(ana);
    await ok(ana, "PUT", "/api/user/profile", { language: "de" });
    const [german, english] = [await list(ana), await list(ben)];
    expect(german[0]).toEqual(made);
    expect(german.slice(1).map(({ id }: { id: string }) => id))
      .toEqual(english.map(({ id }: { id: string }) => id));
    const day = ({ name }: { name: string }) => /^(End of the day|Am Ende des Tages)$/.test(name);
    expect(english.find(day)).toMatchObject({ title: "Evening of {{weekday}}" });
    expect(german.find(day)).toMatchObject({
      title: "{{weekday}}abend",
      content: expect.stringMatching(/^Was ist heute passiert\?\n/),
      is_shared: true,
    });
  });

  it("have each language, with the same places and lines", async () => {
    const rows = await sql`
      select e.id, e.title || e.content as english,
        jsonb_object_agg(t.language, t.title || t.content order by t.language) as texts
      from public.entry_templates as e
      join private.entry_template_texts as t on t.id = e.id
      where e.is_shared group by e.id`;
    expect(rows).toHaveLength(5);
    const form = (text: string) => [
      text.match(/\{\{\w+\}\}/g)?.toSorted(),
      text.match(/\n/g)?.length,
      text.match(/\?/g)?.length,
    ];
    for (const { english, texts } of rows) {
      expect(Object.keys(texts).toSorted()).toEqual(languages.slice(1));
      for (const [language, text] of Object.entries<string>(texts)) {
        expect([language, ...form(text)]).toEqual([language, ...form(english)]);
        expect([language, text === english]).toEqual([language, !english.includes("?")]);
      }
    }
  });
});

it("belong to their owner alone", async ({ ana, ben, admin }) => {
  const { id } = await make(ana);
  for (const who of [ben, admin]) {
    expect(await outcome(who, "PUT", `${path}/${id}`, { name: "x" })).toBe(
      "404 Template not found",
    );
    expect(await outcome(who, "DELETE", `${path}/${id}`)).toBe("404 Template not found");
    expect((await list(who)).map((each: { id: string }) => each.id)).not.toContain(id);
  }
});

it("of the service are read only", async ({ ana }) => {
  const [{ id }] = await list(ana);
  const refusal = "403 This template comes with the service";
  expect(await outcome(ana, "PUT", `${path}/${id}`, { name: "x" })).toBe(refusal);
  const { status, body } = await ana.api("DELETE", `${path}/${id}`);
  expect([status, body.code]).toEqual([403, "read_only"]);
  expect(await outcome(ana, "POST", path, { ...fields, id }))
    .toBe("409 id: already taken, make another one");
});

it("are created once under an id of the client, and never again after deletion", async ({ ana, ben }) => {
  const sent = { ...fields, id: crypto.randomUUID() };
  const [one, two] = [await ana.api("POST", path, sent), await ana.api("POST", path, sent)];
  expect([one.status, two.status, two.body]).toEqual([201, 200, one.body]);
  expect(await outcome(ben, "POST", path, sent)).toBe("409 id: already taken, make another one");
  await ok(ana, "DELETE", `${path}/${sent.id}`);
  expect(await outcome(ana, "POST", path, sent)).toBe("410 What had this id was deleted");
});

it("are in the copy of a device, without the templates of the service", async ({ ana }) => {
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Drawer" });
  const made = await make(ana, { notebook_id: notebook.id });
  const { changes, next_cursor } = await ok(ana, "GET", "/api/sync");
  expect(changes.entry_templates).toEqual([{ ...made, user_id: ana.id }]);
  await ok(ana, "DELETE", `/api/notebooks/${notebook.id}`);
  const later = await ok(ana, "GET", `/api/sync?cursor=${next_cursor}`);
  expect(later.changes.entry_templates).toMatchObject([{ id: made.id, notebook_id: null }]);
  await ok(ana, "DELETE", `${path}/${made.id}`);
  const { deleted } = await ok(ana, "GET", `/api/sync?cursor=${later.next_cursor}`);
  expect(deleted).toMatchObject([{ type: "entry_template", id: made.id }]);
});

it("are at most 100 of a user", async ({ ana }) => {
  await sql`
    insert into public.entry_templates (user_id, name, title)
    select ${ana.id}, 'One', 'One' from generate_series(1, 100)`;
  expect(await outcome(ana, "POST", path, fields))
    .toBe("409 At most 100 entry templates, delete some first");
});

it("may have no title, as entries may", async ({ ana }) => {
  const { entry_template } = await ok(ana, "POST", path, { ...fields, title: "" });
  expect(entry_template).toMatchObject({ name: "Evening", title: "" });
  const direct = await ana.client.from("entry_templates").insert({ ...fields, title: "" });
  expect(direct.error).toBeNull();
});

describe("what is refused", () => {
  it.for<[Record<string, unknown>, string]>([
    [{ name: "" }, "name: must not be empty"],
    [{ name: "x".repeat(101) }, "name: expected at most 100 characters"],
    [{ title: "x".repeat(201) }, "title: expected at most 200 characters"],
    [{ content: "x".repeat(20_001) }, "content: expected at most 20000 characters"],
    [{ tags: [""] }, "tags.0: must not be empty"],
    [{ tags: Array(21).fill("x") }, "tags: expected at most 20 items"],
    [{ notebook_id: NOWHERE }, "notebook_id: not found"],
  ])("%j", async ([wrong, error], { ana }) => {
    expect(await outcome(ana, "POST", path, { ...fields, ...wrong })).toBe(`400 ${error}`);
    const direct = await ana.client.from("entry_templates").insert({ ...fields, ...wrong });
    expect(direct.error?.code).toMatch(/^(23514|PT400)$/);
  });

  it("a notebook of somebody else", async ({ ana, ben }) => {
    const { notebook } = await ok(ben, "POST", "/api/notebooks", { name: "Ben's" });
    expect(await outcome(ana, "POST", path, { ...fields, notebook_id: notebook.id }))
      .toBe("400 notebook_id: not found");
    const { id } = await make(ana);
    expect(await outcome(ana, "PUT", `${path}/${id}`, { notebook_id: notebook.id }))
      .toBe("400 notebook_id: not found");
  });
});
