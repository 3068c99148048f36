/** Leaving a group with thousands of shared entries: hidden at once, made private by a job. */
import { expect } from "vitest";
import { makeTeam, write } from "../journal/people.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

pauseSchedule("sharing-ends");

const MANY = 2500;

/** Ana's group with Ben, and what Ben shares with it: entries, one in a notebook, a public one. */
async function withMany(ana: Person, ben: Person) {
  const { org_id, team_id } = await makeTeam(ana, [ben]);
  const team = { metadata_visibility: "team", content_visibility: "team", team_id };
  const org = { metadata_visibility: "org", content_visibility: "org", org_id };
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const { notebook } = await ok(ben, "POST", "/api/notebooks", { name: "Ours", ...team });
  const shared = {
    "team": await write(ben, { content: `${word} team`, ...team }),
    "org": await write(ben, { content: `${word} org`, ...org }),
    "notebook": await write(ben, { content: `${word} notebook`, notebook_id: notebook.id }),
    "public title": await write(ben, {
      content: `${word} half`,
      ...team,
      metadata_visibility: "public",
    }),
  };
  const open = await write(ben, {
    content: `${word} public`,
    metadata_visibility: "public",
    content_visibility: "public",
  });
  await sql`
    insert into public.journal_entries (user_id, title, metadata_visibility, content_visibility, team_id)
    select ${ben.id}, 'n ' || n, 'team', 'team', ${team_id} from generate_series(1, ${MANY}) as n`;
  return { org_id, team_id, notebook, shared, open, word };
}
type Many = Awaited<ReturnType<typeof withMany>>;

/** The contents that somebody reads, by every way to them. */
async function seen(who: Person, { org_id, team_id, notebook, shared, word }: Many) {
  const list = async (query: string) =>
    (await ok(who, "GET", `/api/journal?limit=100&${query}`)).entries as {
      id: string;
      content: string | null;
    }[];
  const names = Object.fromEntries(Object.entries(shared).map(([name, { id }]) => [id, name]));
  const found = async (query: string) =>
    (await list(query)).flatMap(({ id, content }) => content && names[id] ? [names[id]] : []);
  const ids = Object.keys(names);
  const table = await who.client.from("journal_entries").select("id").in("id", ids);
  const embedded = await who.client.from("notebooks").select("id, journal_entries(id)")
    .eq("id", notebook.id);
  const { count } = await who.client.from("journal_entries")
    .select("id", { count: "exact", head: true }).eq("team_id", team_id).neq("user_id", who.id);
  const one = await Promise.all(
    ids.map(async (id) => (await who.client.rpc("get_journal_entry", { p_id: id })).data?.content),
  );
  const comments = await Promise.all(
    ids.map(async (id) =>
      (await who.api("POST", `/api/journal/${id}/comments`, { content: "Hi" })).status
    ),
  );
  return {
    feed: await found(""),
    team: await found(`team_id=${team_id}`),
    org: await found(`org_id=${org_id}`),
    search: await found(`q=${word}`),
    table: table.data!.map(({ id }) => names[id]),
    embedded: embedded.data!.flatMap((row) => row.journal_entries).length,
    count,
    one: one.filter(Boolean).length,
    comments: comments.filter((status) => status === 201).length,
  };
}

/** The reader sees nothing except the title that is public. */
const nothing = {
  feed: [],
  team: [],
  org: [],
  search: [],
  table: ["public title"],
  embedded: 0,
  count: 1,
  one: 0,
  comments: 0,
};

/** Calls the job until it has done this user; transactions of other tests may hold it up. */
const finish = ({ id }: Person) =>
  expect.poll(async () => {
    await sql`select private.continue_sharing_ends()`;
    return (await sql`select from private.sharing_ends where user_id = ${id}`).length;
  }, { timeout: patience(60_000) }).toBe(0);

const own = async (who: Person, id: string) => (await ok(who, "GET", `/api/journal/${id}`)).entry;
const path = (org_id: string, { id }: Person) => `/api/organizations/${org_id}/members/${id}`;

it.for(
  [
    ["a member leaves the organization", "ben"],
    ["an owner removes the member", "ana"],
  ] as const,
)("%s at once, and the entries are private at once", { timeout: patience(120_000) }, async (
  [, by],
  { ana, ben },
) => {
  const many = await withMany(ana, ben);
  const before = await seen(ana, many);
  expect([before.table.length, before.one, before.embedded, before.comments]).toEqual([4, 4, 1, 4]);
  expect(before.search.toSorted()).toEqual(["notebook", "org", "public title", "team"]);

  await ok(by === "ben" ? ben : ana, "DELETE", path(many.org_id, ben));
  expect(await seen(ana, many)).toEqual(nothing);
  expect((await own(ana, many.open.id)).content).toContain("public");
  const { members } = await ok(ana, "GET", `/api/organizations/${many.org_id}/members`);
  expect(members).toHaveLength(1);
  // The author keeps everything, and edits it.
  expect((await own(ben, many.shared.team.id)).content).toContain("team");
  await ok(ben, "PUT", `/api/journal/${many.shared.team.id}`, { content: `${many.word} new` });
  expect(await seen(ana, many)).toEqual(nothing);

  await finish(ben);
  expect(await seen(ana, many)).toEqual({ ...nothing, count: 0 });
  const left = await sql`
    select from public.journal_entries
    where user_id = ${ben.id} and (team_id is not null or org_id is not null)
    union all
    select from public.notebooks where user_id = ${ben.id} and team_id is not null`;
  expect(left).toHaveLength(0);
  expect(await own(ben, many.shared["public title"].id)).toMatchObject({
    effective_metadata_visibility: "public",
    effective_content_visibility: "user",
  });
});

it("leaving takes less than the time of a statement, however many entries are shared", {
  timeout: patience(120_000),
}, async ({ ana, ben }) => {
  const { org_id } = await withMany(ana, ben);
  const time = async () => {
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '300ms'`;
      await tx`delete from public.organization_members
        where org_id = ${org_id} and user_id = ${ben.id}`;
    });
  };
  await expect(time()).resolves.toBeUndefined();
  await finish(ben);
});

it("joining again shows nothing of before, and new sharing waits for the job", {
  timeout: patience(120_000),
}, async ({ ana, ben }) => {
  const many = await withMany(ana, ben);
  const { org_id, team_id } = many;
  const member = { user_id: ben.id };
  const teamPath = `/api/teams/${team_id}/members`;
  await ok(ana, "DELETE", `${teamPath}/${ben.id}`);
  await ok(ana, "POST", teamPath, member);
  const again = { ...nothing, org: ["org"], feed: ["org"], search: ["org"] };
  const now = await seen(ana, many);
  expect([now.team, now.one, now.embedded]).toEqual([again.team, 0, 0]);
  const share = { metadata_visibility: "team", content_visibility: "team", team_id };
  expect(await outcome(ben, "POST", "/api/journal", { title: "T", content: "New", ...share })).toBe(
    "400 team_id: what you shared before you left is being made private; try again in a minute",
  );
  await finish(ben);
  const entry = await write(ben, { content: `${many.word} again`, ...share });
  expect((await own(ana, entry.id)).content).toContain("again");
  const after = await seen(ana, many);
  expect(after.team).toEqual([]);
  expect([after.org, after.search]).toEqual([again.org, again.search]);
  // A second departure ends the sharing of the new entry too.
  await ok(ben, "DELETE", path(org_id, ben));
  expect(await outcome(ana, "GET", `/api/journal/${entry.id}`)).toBe("404 Entry not found");
  expect(await sql`select from private.sharing_ends where user_id = ${ben.id}`).toHaveLength(0);
});

it("a run does not wait for a user whom another run handles, but does other users meanwhile", async ({ ana, ben }) => {
  const { team_id } = await makeTeam(ana, [ben]);
  const { notebook } = await ok(ana, "POST", "/api/notebooks", {
    name: "Ours",
    metadata_visibility: "team",
    content_visibility: "team",
    team_id,
  });
  const ends = (who: Person, group: string) =>
    sql`insert into private.sharing_ends (user_id, group_id) values (${who.id}, ${group})`;
  await ends(ana, team_id);
  const author = await sql.reserve();
  try {
    await author`begin`;
    await author`select from public.notebooks where id = ${notebook.id} for update`;
    const underWay = sql`select private.continue_sharing_ends()`.execute();
    await somebodyWaitsFor(author);
    await ends(ana, crypto.randomUUID());
    await ends(ben, crypto.randomUUID());
    const second = sql.begin(async (tx) => {
      await tx`set local lock_timeout = '3s'`;
      await tx`select private.continue_sharing_ends()`;
    });
    await expect(second).resolves.toBeUndefined();
    expect(await sql`select from private.sharing_ends where user_id = ${ben.id}`).toHaveLength(0);
    expect(await sql`select from private.sharing_ends where user_id = ${ana.id}`).toHaveLength(2);
    await author`rollback`;
    await underWay;
  } finally {
    await author`rollback`;
    author.release();
  }
  await finish(ana);
  expect((await ok(ana, "GET", `/api/notebooks/${notebook.id}`)).notebook.team_id).toBeNull();
});
