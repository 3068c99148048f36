/** ETag, If-None-Match and If-Match of one entry, notebook, goal, and the profile. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { makeTeam, write } from "../journal/people.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { changesSince } from "./support.ts";

const ana = await person("Ana");

/** How to create one, and two changes of it. */
const things = {
  entry: ["/api/journal", { title: "T", content: "" }, { title: "A" }, { title: "B" }],
  notebook: ["/api/notebooks", { name: "N" }, { name: "A" }, { name: "B" }],
  goal: ["/api/goals", { title: "G" }, { title: "A" }, { title: "B" }],
  profile: ["/api/user/profile", null, { full_name: "A" }, { full_name: "B" }],
} as const;
type Kind = keyof typeof things;
const kinds = Object.keys(things) as Kind[];

/** A new one, its address, and the two changes. */
async function make(kind: Kind) {
  const [path, body, one, two] = things[kind];
  if (!body) return { who: await person("Eve"), path: path as string, one, two };
  const made = (await ok(ana, "POST", path, body))[kind];
  return { who: ana, path: `${path}/${made.id}`, one, two };
}

/** The tag without the mark `W/` of a compressed answer, which Deno 2.1 and proxies add. */
const strong = (headers: Headers) => headers.get("etag")!.replace(/^W\//, "");

const tagOf = async (who: Person, path: string) => strong((await who.api("GET", path)).headers);

describe.each(kinds)("one %s", (kind) => {
  it("has a tag, and is not sent again while it stays the same", async () => {
    const { who, path, one } = await make(kind);
    const tag = await tagOf(who, path);
    expect(tag).toMatch(/^"1-[0-9a-f]{16}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await who.api("GET", path, undefined, { "If-None-Match": known });
      expect([answer.status, answer.body, strong(answer.headers)]).toEqual([304, null, tag]);
      expect(answer.headers.get("x-request-id")).toBeTruthy();
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    }
    const changed = await who.api("PUT", path, one);
    const again = await who.api("GET", path, undefined, { "If-None-Match": tag });
    expect([again.status, again.body[kind].version]).toEqual([200, 2]);
    expect(strong(again.headers)).not.toBe(tag);
    expect(strong(changed.headers)).toMatch(/^"2-/);
  });

  it("is replaced only while it has the version of If-Match", async () => {
    const { who, path, one, two } = await make(kind);
    const tag = await tagOf(who, path);
    const put = (body: object, match: string) => who.api("PUT", path, body, { "If-Match": match });
    expect((await put(one, tag)).status).toBe(200);
    for (const old of [tag, `"1"`, `"nonsense"`, `""`, "nonsense"]) {
      const refused = await put(two, old);
      expect([old, refused.status, refused.body.code]).toEqual([old, 412, "changed_meanwhile"]);
    }
    expect((await ok(who, "GET", path))[kind]).toMatchObject({ ...one, version: 2 });
    for (const match of [`"2"`, `"7", "3-00"`, "*"]) {
      expect([match, (await put(two, match)).status]).toEqual([match, 200]);
    }
  });

  it("keeps its version when a write changes nothing", async () => {
    const { who, path, one, two } = await make(kind);
    const versions = [];
    for (const body of [one, one, {}, two, two]) {
      const { status, body: answer } = await who.api("PUT", path, body);
      if (status !== 400) versions.push(answer[kind].version);
    }
    expect([...new Set(versions)]).toEqual([2, 3]);
    expect(versions.length).toBeGreaterThanOrEqual(4);
  });

  it("is replaced by one of two writes at once", async () => {
    const { who, path, one, two } = await make(kind);
    const tag = await tagOf(who, path);
    const answers = await Promise.all(
      [one, two, one, two].map((body) => who.api("PUT", path, body, { "If-Match": tag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});

describe.each(kinds.filter((kind) => kind !== "profile"))("one %s", (kind) => {
  it("is deleted only while it has the version of If-Match", async () => {
    const { who, path, one } = await make(kind);
    const tag = await tagOf(who, path);
    await ok(who, "PUT", path, one);
    const refused = await who.api("DELETE", path, undefined, { "If-Match": tag });
    expect([refused.status, refused.body.code]).toEqual([412, "changed_meanwhile"]);
    const match = { "If-Match": await tagOf(who, path) };
    expect((await who.api("DELETE", path, undefined, match)).status).toBe(200);
    for (const method of ["PUT", "DELETE"]) {
      expect((await who.api(method, path, one, match)).status).toBe(404);
    }
  });

  it("of another user stays a 404 with If-Match", async ({ ben }) => {
    const { path, one } = await make(kind);
    for (const method of ["PUT", "DELETE"]) {
      expect((await ben.api(method, path, one, { "If-Match": `"9"` })).status).toBe(404);
    }
  });
});

it("the tag of an entry changes with the parts that its reader may see", async ({ ben }) => {
  const { team_id, org_id } = await makeTeam(ana, [ben]);
  const { id } = await write(ana, {
    team_id,
    org_id,
    metadata_visibility: "org",
    content_visibility: "team",
  });
  const path = `/api/journal/${id}`;
  const known = { "If-None-Match": await tagOf(ben, path) };
  expect((await ben.api("GET", path, undefined, known)).status).toBe(304);
  await sql`delete from public.team_members where user_id = ${ben.id}`;
  const answer = await ben.api("GET", path, undefined, known);
  expect([answer.status, answer.body.entry.content_hidden]).toEqual([200, true]);
  const refused = await ben.api("PUT", path, { title: "Mine" }, { "If-Match": `"9"` });
  expect(refused.status).toBe(403);
});

it("the tag of a goal changes with a check-in, its version does not", async () => {
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
  const path = `/api/goals/${goal.id}`;
  const tag = await tagOf(ana, path);
  await ok(ana, "POST", `${path}/check-ins`, { status: "completed" });
  expect((await ana.api("GET", path, undefined, { "If-None-Match": tag })).status).toBe(200);
  expect((await ana.api("PUT", path, { title: "Walk" }, { "If-Match": tag })).status).toBe(200);
});

it("the version of an entry changes with its notebook's visibility", async () => {
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "N" });
  const entry = await write(ana, { notebook_id: notebook.id });
  await ok(ana, "PUT", `/api/notebooks/${notebook.id}`, { metadata_visibility: "public" });
  const path = `/api/journal/${entry.id}`;
  expect((await ana.api("DELETE", path, undefined, { "If-Match": `"1"` })).status).toBe(412);
  await ok(ana, "PUT", `/api/notebooks/${notebook.id}`, { name: "Other" });
  expect((await ok(ana, "GET", path)).entry.version).toBe(2);
});

it("the version of an entry changes with its content and mood, not with a mood found for it", async () => {
  const entry = await write(ana, { content: "One", mood: undefined });
  const path = `/api/journal/${entry.id}`;
  const tag = await tagOf(ana, path);
  const { cursor } = await changesSince(ana);
  await sql`update public.journal_entries set mood_due_at = updated_at where id = ${entry.id}`;
  await sql`select private.set_found_mood(user_id, id, mood_due_at, 'calm')
    from public.journal_entries where id = ${entry.id}`;
  expect((await changesSince(ana, cursor)).changed).toEqual([`journal_entries ${entry.id}`]);
  const found = await ana.api("GET", path, undefined, { "If-None-Match": tag });
  expect([found.status, found.body.entry]).toMatchObject([200, { mood: "calm", version: 1 }]);
  const put = async (body: object) => (await ok(ana, "PUT", path, body)).entry.version;
  expect((await ana.api("PUT", path, { content: "Two" }, { "If-Match": tag })).status).toBe(200);
  expect(await put({ content: "Two", mood: "glad" })).toBe(3);
  expect(await put({ content: "Two", mood: "glad" })).toBe(3);
  expect(await put({ content: "Three", mood: "glad" })).toBe(4);
  expect(await put({ mood: null })).toBe(5);
});

it("clients cannot write the version", async () => {
  const { id } = (await ok(ana, "POST", "/api/goals", { title: "Run" })).goal;
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "N" });
  for (const [table, row] of [["goals", id], ["notebooks", notebook.id]]) {
    const { error } = await ana.client.from(table).update({ version: 7 }).eq("id", row);
    expect(error?.code).toBe("42501");
  }
});
