/** The prompt of the day, and the prompts that super admins manage. */
import type postgres from "postgres";
import { afterAll, describe, expect } from "vitest";
import { languages } from "../../shared/generated/languages.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

// The prompts of a language are those of one test: other tests read English ones alone.
const given = await sql`delete from public.prompts where language <> 'en' returning *`;
afterAll(() => sql`insert into public.prompts ${sql(given)} on conflict do nothing`);
const made: string[] = [];
afterAll(async () => {
  if (made.length) await sql`delete from public.prompts where id in ${sql(made)}`;
});

const create = async (admin: Person, fields: Record<string, unknown>) => {
  const { prompt } = await ok(admin, "POST", "/api/admin/prompts", fields);
  made.push(prompt.id);
  return prompt;
};

/** Makes prompts that have been active for long. */
async function oldPrompts(language: string, count: number): Promise<string[]> {
  const rows = await sql`
    insert into public.prompts (text, language, active_since, created_at)
    select ${language} || ' ' || n, ${language}, '2001-01-01', '2001-01-01'
    from generate_series(1, ${count}::int) as n returning id`;
  const ids = rows.map(({ id }) => id as string);
  made.push(...ids);
  return ids;
}

/** Moves a user to a zone where no day ends within five hours; returns the date there. */
async function awayFromMidnight(who: Person, language = "en"): Promise<string> {
  const timezone = Math.abs(new Date().getUTCHours() - 12) > 6 ? "Etc/GMT+12" : "UTC";
  await ok(who, "PUT", "/api/user/profile", { timezone, language });
  return (await sql`select (now() at time zone ${timezone})::date::text as day`)[0]!.day;
}

const today = async (who: Person) => (await ok(who, "GET", "/api/prompts/today")).prompt;

/** The ids of the prompts of a user's dates from this one on, as the database computes them. */
const promptsFrom = async ({ id }: Person, language: string, date: string, days: number) =>
  (await sql`
    select private.prompt_of(${id}, ${language}, day::date, day at time zone 'utc') ->> 'id' as id
    from generate_series(${date}::timestamp, ${date}::timestamp + ${days - 1} * interval '1 day',
      interval '1 day') as day`).map(({ id }) => id as string);

describe("the prompt of the day", () => {
  it("comes from at least 120 prompts in English, and stays the same for each request", async ({ ana }) => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from public.prompts where language = 'en' and is_active`;
    expect(count).toBeGreaterThanOrEqual(120);
    await awayFromMidnight(ana);
    const prompt = await today(ana);
    const [row] = await sql`select text, language from public.prompts where id = ${prompt.id}`;
    expect(row).toEqual({ text: prompt.text, language: "en" });
    expect(await today(ana)).toEqual(prompt);
  });

  it("comes from 30 prompts in each other language from the beginning", () => {
    // Other tests may have made some.
    const [{ created_at }] = given.toSorted((a, b) => a.created_at - b.created_at) as [
      postgres.Row,
    ];
    const first = given.filter((each) => +each.created_at === +created_at);
    const counts = Map.groupBy(first, ({ language }) => language);
    expect([...counts].map(([language, all]) => [language, all.length]).toSorted())
      .toEqual(languages.slice(1).map((language) => [language, 30]));
    for (const { text } of first) expect(text).toMatch(/[?.]$/);
  });

  it("is a new prompt each day until all were shown, in an order of each user's own", async ({ ana, ben }) => {
    const ids = await oldPrompts("it", 31);
    const days = await promptsFrom(ana, "it", "2026-12-30", 62);
    expect(new Set(days.slice(0, 31))).toEqual(new Set(ids));
    expect(days.slice(31)).toEqual(days.slice(0, 31));
    expect(await promptsFrom(ben, "it", "2026-12-30", 31)).not.toEqual(days.slice(0, 31));
    const date = await awayFromMidnight(ana, "it");
    expect((await today(ana)).id).toBe((await promptsFrom(ana, "it", date, 1))[0]);
  });

  it("goes by the date in the time zone of the profile", async ({ ana }) => {
    // Their dates always differ.
    for (const timezone of ["Etc/GMT+12", "Etc/GMT-14"]) {
      await ok(ana, "PUT", "/api/user/profile", { timezone });
      const day = (await sql`select (now() at time zone ${timezone})::date::text as day`)[0]!.day;
      expect((await today(ana)).id).toBe((await promptsFrom(ana, "en", day, 1))[0]);
    }
  });

  it("is in the user's language if it had 20 active prompts when the day began, otherwise in English", async ({ ana, admin }) => {
    const ids = await oldPrompts("pt", 20);
    await awayFromMidnight(ana, "pt");
    const prompt = await today(ana);
    expect(prompt.text).toMatch(/^pt /);
    const [one, ...others] = ids.filter((id) => id !== prompt.id);
    await ok(admin, "PUT", `/api/admin/prompts/${one}`, { is_active: false });
    expect(await today(ana)).toEqual(prompt);
    // From the next day on there are 19.
    await sql`update public.prompts set inactive_since = '2001-01-02' where id = ${one!}`;
    expect((await today(ana)).text).not.toMatch(/^pt /);
    await sql`update public.prompts set inactive_since = now() where id = ${one!}`;
    // When all of a language are taken away in the course of the day, one in English is left.
    for (const id of [prompt.id, ...others]) {
      await ok(admin, "PUT", `/api/admin/prompts/${id}`, { is_active: false });
    }
    expect((await today(ana)).text).not.toMatch(/^pt /);
  });

  it("stays when other prompts are added, deactivated or deleted, but goes at once when it is itself", async ({ ana, admin }) => {
    const ids = await oldPrompts("nl", 34);
    await awayFromMidnight(ana, "nl");
    const prompt = await today(ana);
    await create(admin, { text: "nl new", language: "nl" });
    const others = ids.filter((id) => id !== prompt.id);
    await ok(admin, "PUT", `/api/admin/prompts/${others[0]}`, { is_active: false });
    await ok(admin, "DELETE", `/api/admin/prompts/${others[1]}`);
    expect(await today(ana)).toEqual(prompt);
    await ok(admin, "PUT", `/api/admin/prompts/${prompt.id}`, { is_active: false });
    const next = await today(ana);
    expect(others.slice(2)).toContain(next.id);
    // Activated again it comes on another day.
    await ok(admin, "PUT", `/api/admin/prompts/${prompt.id}`, { is_active: true });
    expect(await today(ana)).toEqual(next);
  });

  it("comes from new prompts from the next day on", async ({ ana, admin }) => {
    await oldPrompts("es", 30);
    const { id } = await create(admin, { text: "es new", language: "es" });
    const tomorrow = (await sql`select (private.utc_today() + 1)::text as day`)[0]!.day;
    const now = (await sql`select private.utc_today()::text as day`)[0]!.day;
    expect(await promptsFrom(ana, "es", tomorrow, 31)).toContain(id);
    expect((await promptsFrom(ana, "es", now, 1))[0]).not.toBe(id);
  });

  it("is null when no prompt is active", async ({ ana }) => {
    const [row] = await sql`
      select private.prompt_of(${ana.id}, 'en', '2026-11-20', '1999-01-01') as prompt`;
    expect(row!.prompt).toBeNull();
  });
});

describe("prompts of super admins", () => {
  it("are created, updated by field and deleted, each recorded in the audit log", async ({ ana, admin }) => {
    const prompt = await create(admin, { text: "What now?", language: "fr", is_active: false });
    expect(prompt).toMatchObject({ text: "What now?", language: "fr", is_active: false });
    const path = `/api/admin/prompts/${prompt.id}`;
    const { prompt: changed } = await ok(admin, "PUT", path, { text: "What then?" });
    expect(changed).toEqual({ ...prompt, text: "What then?", updated_at: changed.updated_at });
    await ok(admin, "PUT", path, { is_active: true });
    const seen = async (who: Person) =>
      (await who.client.from("prompts").select("text").eq("id", prompt.id)).data;
    expect(await seen(ana)).toEqual([{ text: "What then?" }]);
    expect(await ok(admin, "DELETE", path)).toEqual({ message: "Prompt deleted" });
    expect([await seen(ana), await seen(admin)]).toEqual([[], []]);
    for (const method of ["PUT", "DELETE"]) {
      expect(await outcome(admin, method, path, { text: "x" })).toBe("404 Prompt not found");
    }
    const acts = await sql`
      select act, before ->> 'text' as before, after ->> 'text' as after
      from public.audit_log where target_id = ${prompt.id} order by id`;
    expect(acts).toEqual([
      { act: "prompt.create", before: null, after: "What now?" },
      { act: "prompt.update", before: "What now?", after: "What then?" },
      { act: "prompt.update", before: "What then?", after: "What then?" },
      { act: "prompt.delete", before: "What then?", after: null },
    ]);
    await sql`update public.prompts set deleted_at = now() - interval '49 hours' where id = ${prompt.id}`;
    await sql`select private.purge()`;
    expect(await sql`select from public.prompts where id = ${prompt.id}`).toHaveLength(0);
  });

  it("are listed newest first, also by language", async ({ admin }) => {
    const older = await create(admin, { text: "Älter", language: "de", is_active: false });
    const newer = await create(admin, { text: "Neuer", language: "de" });
    expect(await walk(admin, "/api/admin/prompts?language=de", "prompts", 1)).toEqual([
      newer,
      older,
    ]);
    const all = (await ok(admin, "GET", "/api/admin/prompts")).prompts;
    expect(all.map(({ id }: { id: string }) => id)).toContain(newer.id);
  });

  it.for(
    [
      [{}, "text: required"],
      [{ text: "" }, "text: must not be empty"],
      [{ text: "x".repeat(301) }, "text: expected at most 300 characters"],
      [{ text: "x", language: "sv" }, `language: expected one of ${languages.join(", ")}`],
    ] as const,
  )("refuse %j, also in the database", async ([fields, error], { admin }) => {
    expect(await outcome(admin, "POST", "/api/admin/prompts", fields)).toBe(`400 ${error}`);
    const direct = await admin.client.rpc("create_prompt", { p_fields: fields });
    expect(direct.status).toBe(400);
  });
});
