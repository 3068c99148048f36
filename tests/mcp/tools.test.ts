/** The tools do the same as the routes, with the user's own rows alone. */
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import type { Api, Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { refusal, use } from "./support.ts";

const write = async (who: Pick<Person, "api">, fields: object = {}) =>
  (await ok(who, "POST", "/api/journal", {
    title: "First frost",
    content: "A run along the river.",
    mood: "calm",
    ...fields,
  })).entry;

const isPublic = { metadata_visibility: "public", content_visibility: "public" };
const titles = ({ entries }: { entries: { title: string }[] }) => entries.map(({ title }) => title);

describe("the reading tools", () => {
  it("find and list the user's own entries alone", async ({ ana, ben, admin }) => {
    await write(ben, { title: "Ben's", ...isPublic });
    await write(ana, { title: "Older", tags: ["run"], written_at: "2026-03-01T08:00:00Z" });
    await write(ana, { title: "Newer", content: "Nothing", mood: null });
    for (
      const [name, given, found] of [
        ["search_entries", { query: "running rivers" }, ["Older"]],
        ["search_entries", { query: "sea" }, []],
        ["list_entries", {}, ["Newer", "Older"]],
        ["list_entries", { tag: "run" }, ["Older"]],
        ["list_entries", { mood: "Calm" }, ["Older"]],
        ["list_entries", { from: "2026-03-02" }, ["Newer"]],
        ["list_entries", { to: "2026-03-01T09:00:00Z" }, ["Older"]],
      ] as const
    ) {
      expect([name, given, titles(await use(ana.api, name, given))]).toEqual([name, given, found]);
    }
    // A super admin reads everybody's entries by the routes, and by no tool.
    expect(titles(await use(admin.api, "list_entries"))).toEqual([]);
    expect(titles(await use(admin.api, "search_entries", { query: "river" }))).toEqual([]);
  });

  it("name the page of each entry in the web app", async ({ ana }) => {
    const { id } = await write(ana);
    const url = `https://app.example.com/journal/${id}`;
    expect((await use(ana.api, "read_entry", { id })).entry.url).toBe(url);
    for (const [name, given] of [["list_entries", {}], ["search_entries", { query: "river" }]]) {
      expect((await use(ana.api, name as string, given as object)).entries).toMatchObject([{
        url,
      }]);
    }
  });

  it("read pages, and cut the texts of a list", async ({ ana }) => {
    for (const n of [1, 2, 3]) {
      await write(ana, {
        title: `Entry ${n}`,
        content: "é".repeat(600),
        written_at: `2026-05-0${n}T08:00:00Z`,
      });
    }
    const first = await use(ana.api, "list_entries", { limit: 2 });
    const { next_cursor } = first;
    const rest = await use(ana.api, "list_entries", { limit: 2, cursor: next_cursor });
    expect([titles(first), titles(rest), rest.next_cursor])
      .toEqual([["Entry 3", "Entry 2"], ["Entry 1"], null]);
    expect([...first.entries[0].excerpt]).toHaveLength(500);
    const { entry } = await use(ana.api, "read_entry", { id: first.entries[0].id });
    expect(entry.content).toBe("é".repeat(600));
  });

  it("read no entry of others, even if the user may see it", async ({ ana, ben, admin }) => {
    const [hidden, seen] = [await write(ben), await write(ben, isPublic)];
    for (const who of [ana, admin]) {
      for (const { id } of [hidden, seen]) {
        expect(await refusal(who.api, "read_entry", { id }))
          .toEqual({ error: "Entry not found", code: "not_found" });
      }
    }
  });

  it("answer as their routes do", async ({ ana }) => {
    const today = new Date();
    const years = new Date(Date.UTC(today.getUTCFullYear() - 1, 10, 22, 12));
    await ok(ana, "PUT", "/api/user/profile", { timezone: "UTC" });
    const former = await write(ana, { written_at: years.toISOString() });
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    await ok(ana, "POST", `/api/goals/${goal.id}/check-ins`, { status: "completed" });
    const date = `${today.getUTCFullYear()}-11-22`;
    const looked = await use(ana.api, "on_this_day", { date });
    expect(looked.entries.map(({ id }: { id: string }) => id)).toEqual([former.id]);
    for (
      const [name, given, route] of [
        [
          "insights",
          { from: "2026-01-01", to: "2026-12-31" },
          "/api/insights?from=2026-01-01&to=2026-12-31",
        ],
        ["list_goals", {}, "/api/goals"],
        ["streaks", {}, "/api/streaks"],
        ["daily_prompt", {}, "/api/prompts/today"],
      ] as const
    ) {
      expect([name, await use(ana.api, name, given)]).toEqual([name, await ok(ana, "GET", route)]);
    }
    expect((await use(ana.api, "list_goals", { status: "paused" })).goals).toEqual([]);
  });

  it("list the user's own goals alone", async ({ ana, admin }) => {
    await ok(ana, "POST", "/api/goals", { title: "Run" });
    expect((await use(admin.api, "list_goals")).goals).toEqual([]);
  });
});

describe("write_entry", () => {
  it("creates an entry once for each id, and changes the given fields", async ({ ana }) => {
    const id = crypto.randomUUID();
    const made = { id, title: "By an agent", content: "Rain", tags: ["rain"] };
    for (let times = 0; times < 2; times++) {
      expect((await use(ana.api, "write_entry", made)).entry)
        .toMatchObject({ ...made, mood: null, notebook_id: null });
    }
    const { entry } = await use(ana.api, "write_entry", { id, mood: "calm" });
    expect(entry).toMatchObject({ ...made, mood: "calm" });
    const { entries } = await ok(ana, "GET", "/api/journal?scope=own");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ metadata_visibility: "user", content_visibility: "user" });
    await use(ana.api, "write_entry", { title: "Without an id", content: "" });
    expect(await use(ana.api, "list_entries")).toMatchObject({ entries: { length: 2 } });
  });

  it("replaces no later version than the one it names", async ({ ana }) => {
    const { id, version } = await write(ana);
    await ok(ana, "PUT", `/api/journal/${id}`, { content: "Meanwhile" });
    expect((await refusal(ana.api, "write_entry", { id, version, content: "Agent" })).code)
      .toBe("changed_meanwhile");
    expect(
      (await use(ana.api, "write_entry", { id, version: version + 1, content: "Agent" })).entry,
    )
      .toMatchObject({ id, content: "Agent" });
  });

  it("writes nothing that others see", async ({ ana, ben }) => {
    const { notebook: open } = await ok(ana, "POST", "/api/notebooks", {
      name: "Open",
      ...isPublic,
    });
    const { notebook: own } = await ok(ana, "POST", "/api/notebooks", { name: "Own" });
    const entry = await write(ana, isPublic);
    const inside = await write(ana, { notebook_id: open.id });
    const mine = await write(ana, { notebook_id: own.id });
    const linked = await write(ana);
    await ok(ana, "POST", `/api/journal/${linked.id}/share-links`, {});
    const before = await texts(ana);
    for (
      const given of [
        { title: "In the open", content: "Rain", notebook_id: open.id },
        { id: entry.id, content: "Changed" },
        { id: inside.id, content: "Changed" },
        { id: linked.id, content: "Leaked" },
        // An entry moves neither out of an open notebook nor into one.
        { id: inside.id, notebook_id: own.id },
        { id: mine.id, notebook_id: open.id, content: "Leaked" },
      ]
    ) {
      expect([given, (await refusal(ana.api, "write_entry", given)).code]).toEqual([
        given,
        "shared",
      ]);
    }
    expect(await texts(ana)).toEqual(before);
    expect((await use(ana.api, "write_entry", { id: mine.id, content: "Changed" })).entry.content)
      .toBe("Changed");
    expect((await ben.api("GET", `/api/journal/${mine.id}`)).status).toBe(404);
  });

  it("leaves the readers of an entry alone, and others' entries", async ({ ana, ben }) => {
    const id = crypto.randomUUID();
    for (const field of ["metadata_visibility", "content_visibility", "team_id", "org_id"]) {
      expect(await refusal(ana.api, "write_entry", { id, title: "T", content: "", [field]: null }))
        .toMatchObject({ code: "invalid_input", fields: [{ path: field }] });
    }
    const theirs = await write(ben, isPublic);
    expect((await refusal(ana.api, "write_entry", { id: theirs.id, title: "T", content: "" })).code)
      .toBe("id_taken");
    const { notebook } = await ok(ben, "POST", "/api/notebooks", { name: "Ben's" });
    const stolen = { title: "T", content: "", notebook_id: notebook.id };
    expect((await refusal(ana.api, "write_entry", stolen)).fields[0].path).toBe("notebook_id");
  });

  it("brings no deleted entry back", async ({ ana }) => {
    const { id } = await write(ana);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    expect((await refusal(ana.api, "write_entry", { id, title: "T", content: "" })).code)
      .toBe("deleted");
  });

  it("refuses what the route refuses, and counts with it", async ({ ana }) => {
    expect(await refusal(ana.api, "write_entry", { title: "Without content" }))
      .toMatchObject({ code: "invalid_input", error: "content: required" });
    expect((await refusal(ana.api, "write_entry", { title: "x".repeat(201), content: "" })).error)
      .toBe("title: expected at most 200 characters");
    expect((await refusal(ana.api, "write_entry", { id: "1", title: "T", content: "" })).error)
      .toBe("id: expected a UUID");
    await sql`
      insert into private.quota_days (user_id, kind, day, made)
      values (${ana.id}, 'entries', 'infinity', 10000)`;
    expect((await refusal(ana.api, "write_entry", { title: "One more", content: "" })).code)
      .toBe("daily_quota_reached");
  });
});

const texts = async ({ id }: Person) => [
  ...await sql`
    select e.id, e.title, e.notebook_id, e.version, c.content
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    where e.user_id = ${id} order by e.id`,
];

describe("create_goal", () => {
  it("creates a goal once for each id, as the route does", async ({ ana }) => {
    const { api } = await makeToken(ana, ["goals:write"]);
    const given = { id: crypto.randomUUID(), title: "Run", target_date: "2027-03-01" };
    for (let times = 0; times < 2; times++) {
      expect((await use(api, "create_goal", given)).goal)
        .toMatchObject({ ...given, user_id: ana.id, status: "active", check_in_count: 0 });
    }
    expect((await ok(ana, "GET", "/api/goals")).goals).toHaveLength(1);
  });

  it("takes a schedule and a measure, which the list shows", async ({ ana }) => {
    const given = {
      schedule: { kind: "weekly", times: 3 },
      measure: { unit: "km", target: 5, direction: "at_least" },
    };
    const { goal } = await use(ana.api, "create_goal", { title: "Run", ...given });
    expect(goal).toMatchObject(given);
    expect((await use(ana.api, "list_goals")).goals).toMatchObject([given]);
    const check = { goal_id: goal.id, amount: 2.5 };
    expect((await use(ana.api, "check_in_goal", check)).check_in)
      .toMatchObject({ amount: 2.5, status: "partial" });
    expect((await use(ana.api, "check_in_goal", check)).check_in)
      .toMatchObject({ amount: 2.5, status: "completed" });
    expect((await use(ana.api, "streaks")).streaks.goals)
      .toMatchObject([{ goal_id: goal.id, unit: "week", current: 0 }]);
    expect(
      (await refusal(ana.api, "create_goal", { title: "Run", schedule: { kind: "daily" } })).code,
    )
      .toBe("invalid_input");
  });

  it("refuses what the route refuses, and a token that only reads", async ({ ana, ben }) => {
    expect((await refusal(ana.api, "create_goal", { title: "" })).error)
      .toBe("title: must not be empty");
    const { goal } = await ok(ben, "POST", "/api/goals", { title: "Run" });
    expect((await refusal(ana.api, "create_goal", { id: goal.id, title: "Run" })).code)
      .toBe("id_taken");
    const { api } = await makeToken(ana, ["goals:read"]);
    expect((await refusal(api, "create_goal", { title: "Run" })).code).toBe("scope_missing");
    expect((await ok(ana, "GET", "/api/goals")).goals).toEqual([]);
  });
});

describe("check_in_goal", () => {
  it("records a check-in once for each id", async ({ ana }) => {
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    const { api } = await makeToken(ana, ["goals:write"]);
    const given = { goal_id: goal.id, id: crypto.randomUUID(), status: "partial", notes: "2 km" };
    for (let times = 0; times < 2; times++) {
      expect((await use(api, "check_in_goal", given)).check_in).toMatchObject(given);
    }
    const { check_ins } = await ok(ana, "GET", `/api/goals/${goal.id}/check-ins`);
    expect(check_ins).toHaveLength(1);
  });

  it("refuses goals of others, and what the route refuses", async ({ ana, ben }) => {
    const { goal } = await ok(ben, "POST", "/api/goals", { title: "Run" });
    expect(await refusal(ana.api, "check_in_goal", { goal_id: goal.id, status: "completed" }))
      .toEqual({ error: "Goal not found", code: "not_found" });
    expect((await refusal(ana.api, "check_in_goal", { goal_id: goal.id, status: "done" })).error)
      .toBe("status: expected one of completed, partial, missed");
  });
});

describe("a token", () => {
  it("that has ended between two calls is refused before the second", async ({ ana }) => {
    const { id, api } = await makeToken(ana, ["journal:read"]);
    await use(api, "streaks");
    await ok(ana, "DELETE", `/api/user/tokens/${id}`);
    expect(await outcomeOf(api)).toBe(401);
  });
});

const outcomeOf = async (api: Api) =>
  (await api("POST", "/api/mcp", { jsonrpc: "2.0", id: 1, method: "ping" })).status;
