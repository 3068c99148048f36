/** The visibility that entries inherit from their notebook, at creation and after changes. */
import { expect, it } from "vitest";
import { makeJournalWorld, makeNotebook, shared, stale, write } from "../journal/people.ts";
import { ok } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { as, sql } from "../support/sql.ts";
import { handleOf, type Person } from "../support/people.ts";

pauseSchedule("notebook-changes");

const world = await makeJournalWorld();
const owner = world.people.owner;

const effective = async (id: string) => {
  const { entry } = await ok(owner, "GET", `/api/journal/${id}`);
  return [entry.effective_metadata_visibility, entry.effective_content_visibility];
};

/** Adds entries to a notebook, one of `every` with public metadata. */
const fill = (notebookId: string, title: string, count: number, every: number) =>
  sql`
    with entries as (
      insert into public.journal_entries (user_id, title, notebook_id, metadata_visibility)
      select ${owner.id}, ${title} || n, ${notebookId},
        case when n % ${every} = 0 then 'public' else 'user' end
      from generate_series(1, ${count}) as n
      returning *
    )
    insert into private.journal_entry_contents
    select id, user_id, 'one of many', '[]', effective_metadata_visibility,
      effective_metadata_team_id, effective_metadata_org_id, effective_content_visibility,
      effective_content_team_id, effective_content_org_id
    from entries`;

/** How many of these contents row security shows to a person. */
const readable = ({ id: sub }: Person, notebookId: string) =>
  as({ role: "authenticated", sub }, async (tx) => {
    const [row] = await tx`
      select count(*)::int from private.journal_entry_contents as c
      where c.content = 'one of many' and c.user_id = ${owner.id}
        and c.entry_id = any (${await idsOf(notebookId)})`;
    return row!.count as number;
  });

const idsOf = async (notebookId: string) =>
  (await sql`select id from public.journal_entries where notebook_id = ${notebookId}`)
    .map(({ id }) => id as string);

it("gives metadata and content of its entries its visibility", async () => {
  const { id } = await makeNotebook(owner);
  const entry = await write(owner, { notebook_id: id });
  expect(await effective(entry.id)).toEqual(["user", "user"]);
  const { teamId: team_id, orgId: org_id } = world;
  for (
    const [change, expected] of [
      [{ metadata_visibility: "org", content_visibility: "team", team_id, org_id }, [
        "org",
        "team",
      ]],
      [{ content_visibility: "user" }, ["org", "user"]],
      [shared, ["public", "public"]],
      [{ metadata_visibility: "team" }, ["team", "team"]],
      [{ metadata_visibility: "user" }, ["user", "user"]],
    ] as const
  ) {
    await ok(owner, "PUT", `/api/notebooks/${id}`, change);
    expect(await effective(entry.id)).toEqual(expected);
    expect(await stale(owner)).toBe(0);
  }
  expect((await ok(owner, "GET", `/api/journal/${entry.id}`)).entry)
    .toMatchObject({ metadata_visibility: "user", content_visibility: "user" });
});

it("does not change parts with a visibility of their own", async () => {
  const { id } = await makeNotebook(owner);
  const sharing = { team_id: world.teamId, org_id: world.orgId };
  const metadata = await write(owner, { notebook_id: id, metadata_visibility: "org", ...sharing });
  const content = await write(owner, { notebook_id: id, content_visibility: "team", ...sharing });
  const both = await write(owner, {
    notebook_id: id,
    metadata_visibility: "team",
    content_visibility: "team",
    ...sharing,
  });
  // Content cannot be visible to more people than its metadata.
  expect(await effective(content.id)).toEqual(["user", "user"]);
  await ok(owner, "PUT", `/api/notebooks/${id}`, shared);
  expect(await effective(metadata.id)).toEqual(["org", "org"]);
  expect(await effective(content.id)).toEqual(["public", "team"]);
  expect(await effective(both.id)).toEqual(["team", "team"]);
  expect(await stale(owner)).toBe(0);
});

it("applies to an entry that moves between notebooks", async () => {
  const open = await makeNotebook(owner, shared);
  const closed = await makeNotebook(owner);
  const entry = await write(owner);
  for (const [notebook_id, expected] of [[open.id, "public"], [closed.id, "user"]] as const) {
    await ok(owner, "PUT", `/api/journal/${entry.id}`, { notebook_id });
    expect(await effective(entry.id)).toEqual([expected, expected]);
  }
  await ok(owner, "PUT", `/api/journal/${entry.id}`, { notebook_id: open.id });
  await ok(owner, "PUT", `/api/journal/${entry.id}`, { notebook_id: null });
  expect(await effective(entry.id)).toEqual(["user", "user"]);
});

it("applies to hundreds of entries at once", async () => {
  const { client } = world.people.teammate;
  const notebook = await makeNotebook(owner, { name: "Large" });
  await fill(notebook.id, "Entry ", 300, 10);
  const seen = async () => {
    const entries = await client.from("journal_entries").select("*", { count: "exact", head: true })
      .eq("notebook_id", notebook.id);
    const contents = await readable(world.people.teammate, notebook.id);
    return [entries.count, contents];
  };
  expect(await seen()).toEqual([30, 0]);

  const team = { metadata_visibility: "team", content_visibility: "team", team_id: world.teamId };
  await ok(owner, "PUT", `/api/notebooks/${notebook.id}`, team);
  expect(await seen()).toEqual([300, 300]);
  expect(await stale(owner)).toBe(0);

  await ok(owner, "PUT", `/api/notebooks/${notebook.id}`, { content_visibility: "user" });
  expect(await seen()).toEqual([300, 0]);

  await ok(owner, "DELETE", `/api/notebooks/${notebook.id}`);
  expect(await seen()).toEqual([0, 0]);
  const [{ kept, hidden }] = await sql`
    select count(*)::int as kept,
      (count(*) filter (where effective_metadata_visibility = 'user'))::int as hidden
    from public.journal_entries
    where user_id = ${owner.id} and title like 'Entry %'` as [{ kept: number; hidden: number }];
  expect({ kept, hidden }).toEqual({ kept: 300, hidden: 270 });
});

it("of more than 2,000 entries hides them all until a job has changed them", async () => {
  const reader = world.people.stranger;
  const { id } = await makeNotebook(owner, shared);
  const aside = await write(owner, shared);
  await fill(id, "Many ", 2001, 2001);
  const seen = async () => {
    const entries = await reader.client.from("journal_entries")
      .select("*", { count: "exact", head: true }).eq("user_id", owner.id).like("title", "Many %");
    return [entries.count, await readable(reader, id)];
  };
  const feed = async () =>
    (await ok(
      reader,
      "GET",
      `/api/journal?scope=public&limit=100&from=${encodeURIComponent(aside.written_at)}`,
    ))
      .entries
      .map((entry: { id: string }) => entry.id);
  /** Steps of the job until it has done this notebook; returns their number. */
  const carryOut = async () => {
    for (let steps = 0;; steps++) {
      const left = await sql`
        select from private.notebook_changes where notebook_id = ${id}`;
      if (left.length === 0) return steps;
      await sql`select private.continue_notebook_changes()`;
    }
  };
  expect(await seen()).toEqual([2001, 2001]);
  expect(await feed()).not.toContain(aside.id);

  await ok(owner, "PUT", `/api/notebooks/${id}`, {
    metadata_visibility: "user",
    content_visibility: "user",
  });
  expect(await seen()).toEqual([0, 0]);
  expect(await feed()).toContain(aside.id);
  expect(await carryOut()).toBeGreaterThan(0);
  expect(await seen()).toEqual([1, 0]);
  expect(await stale(owner)).toBe(0);

  await ok(owner, "PUT", `/api/notebooks/${id}`, { metadata_visibility: "public" });
  await carryOut();
  expect(await seen()).toEqual([2001, 0]);

  await ok(owner, "DELETE", `/api/notebooks/${id}`);
  expect(await seen()).toEqual([0, 0]);
  expect((await owner.api("GET", `/api/notebooks/${id}`)).status).toBe(404);
  expect(await carryOut()).toBeGreaterThan(0);
  expect(await seen()).toEqual([1, 0]);
  expect(await sql`select from public.notebooks where id = ${id}`).toHaveLength(0);
});

it("notifies users who may now read an entry that mentions them, once", async () => {
  const { teammate, orgMember } = world.people;
  const content = `@${await handleOf(teammate)} and @${await handleOf(orgMember)}`;
  const { id } = await makeNotebook(owner);
  const entry = await write(owner, { notebook_id: id, content });
  const told = async () =>
    (await sql`
      select user_id from public.notifications
      where type = 'mention' and dedupe_key = ${entry.id}`).map(({ user_id }) => user_id);
  expect(await told()).toEqual([]);
  const metadata = { metadata_visibility: "team", team_id: world.teamId };
  await ok(owner, "PUT", `/api/notebooks/${id}`, metadata);
  expect(await told()).toEqual([]);
  await ok(owner, "PUT", `/api/notebooks/${id}`, { content_visibility: "team" });
  expect(await told()).toEqual([teammate.id]);
  await ok(owner, "PUT", `/api/notebooks/${id}`, { content_visibility: "user" });
  await ok(owner, "PUT", `/api/notebooks/${id}`, { content_visibility: "team" });
  expect(await told()).toEqual([teammate.id]);
});
