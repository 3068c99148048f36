/**
 * The end of sharing: every combination of visibilities of an entry and its notebook, and their
 * state after a team or an organization is deleted or the author leaves it.
 */
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { become, sql, undone } from "../support/sql.ts";
import { makeOrganization, makePeople, makeTeam } from "./people.ts";
import { ok } from "../support/requests.ts";
import { type Call, session } from "./sessions.ts";

interface Shared {
  id: string;
  user_id: string;
  metadata_visibility: string;
  content_visibility: string;
  team_id: string | null;
  org_id: string | null;
}
type Entry = Shared & { notebook_id: string | null };

/**
 * `author` writes everything except one entry of each visibility, which `teammate` writes; `second`
 * is only in the second team, `elsewhere` only in the other organization.
 */
const [people, author, teammate, second, elsewhere] = await Promise.all([
  makePeople(),
  person("Aya Author"),
  person("Tom Teammate"),
  person("Sue Second"),
  person("Eva Elsewhere"),
]);
const join = (org: string, ...who: Person[]) =>
  Promise.all(
    who.map(({ id }) =>
      ok(people.owner, "POST", `/api/organizations/${org}/members`, { user_id: id })
    ),
  );
const orgId = await makeOrganization(people);
const otherOrgId = await makeOrganization(people);
await join(orgId, author, teammate, second);
await join(otherOrgId, author, elsewhere);
const teamId = await makeTeam(orgId, people.owner, { members: [author, teammate] });
const otherTeamId = await makeTeam(orgId, people.owner, { members: [author, second] });
const journals = [author.id, teammate.id];
const targets = sql`
  unnest(array['user', 'team', 'org', 'public']) as m,
  unnest(array['user', 'team', 'org', 'public']) as c,
  unnest(array[${teamId}, ${otherTeamId}]::uuid[]) as t,
  unnest(array[${orgId}, ${otherOrgId}]::uuid[]) as o`;
await sql`
  insert into public.notebooks
    (user_id, name, metadata_visibility, content_visibility, team_id, org_id)
  select ${author.id}, concat_ws(' ', m, c), m, c, t, o from ${targets}`;
await sql`
  insert into public.journal_entries
    (user_id, title, notebook_id, metadata_visibility, content_visibility, team_id, org_id)
  select ${author.id}, concat_ws(' ', m, c), n.id, m, c, t, o
  from ${targets}, (
    select id from public.notebooks where user_id = ${author.id} union all select null
  ) as n`;
await sql`
  insert into public.journal_entries
    (user_id, title, metadata_visibility, content_visibility, team_id, org_id)
  select ${teammate.id}, v, v, v, ${teamId}, ${orgId}
  from unnest(array['user', 'team', 'org', 'public']) as v`;
await sql`
  insert into private.journal_entry_contents
  select id, user_id, 'Words', '[]', effective_metadata_visibility, effective_metadata_team_id,
    effective_metadata_org_id, effective_content_visibility, effective_content_team_id,
    effective_content_org_id
  from public.journal_entries where user_id = any (${journals})`;

const notebooksIn = (tx: TransactionSql) =>
  tx<Shared[]>`
    select id, user_id, metadata_visibility, content_visibility, team_id, org_id
    from public.notebooks where user_id = any (${journals}) order by id`;
const entriesIn = (tx: TransactionSql) =>
  tx<Entry[]>`
    select id, user_id, notebook_id, metadata_visibility, content_visibility, team_id, org_id
    from public.journal_entries where user_id = any (${journals}) order by id`;

/** Acts as a person under row security until the callback has finished. */
async function acting<T>(tx: TransactionSql, who: Person, work: () => Promise<T>): Promise<T> {
  await become(who, tx);
  const result = await work();
  await tx`reset role`;
  return result;
}

/** The ids of notebooks, entries and contents of the two journals that each person sees. */
async function seen(tx: TransactionSql): Promise<Map<string, Set<string>>> {
  const everyone = { author, teammate, second, elsewhere, member: people.member };
  const all = new Map<string, Set<string>>();
  for (const [name, who] of Object.entries({ ...everyone, stranger: people.stranger })) {
    const rows = await acting(tx, who, () =>
      tx<{ id: string }[]>`
        select 'notebook ' || id as id from public.notebooks where user_id = any (${journals})
        union all
        select 'entry ' || id from public.journal_entries where user_id = any (${journals})
        union all
        select 'content ' || entry_id from private.journal_entry_contents
        where user_id = any (${journals})`);
    all.set(name, new Set(rows.map(({ id }) => id)));
  }
  return all;
}

/** The expected rule, written independently of the database's implementation. */
function expected(
  ended: { teams: string[]; org: string | null; of: string[] },
  notebooks: readonly Shared[],
  entries: readonly Entry[],
) {
  const points = (row: Shared, part: "metadata_visibility" | "content_visibility") =>
    ended.of.includes(row.user_id) && (
      row[part] === "team" && ended.teams.includes(row.team_id ?? "") ||
      row[part] === "org" && row.org_id === ended.org
    );
  const without = <R extends Shared>(row: R): R =>
    !ended.of.includes(row.user_id) ? row : {
      ...row,
      metadata_visibility: points(row, "metadata_visibility") ? "user" : row.metadata_visibility,
      content_visibility: points(row, "content_visibility") ? "user" : row.content_visibility,
      team_id: ended.teams.includes(row.team_id ?? "") ? null : row.team_id,
      org_id: row.org_id === ended.org ? null : row.org_id,
    };
  const left = new Map(notebooks.map((row) => [row.id, without(row)]));
  return {
    notebooks: [...left.values()],
    entries: entries.map((row) => {
      const notebook = left.get(row.notebook_id ?? "");
      const leaves = notebook && (["metadata_visibility", "content_visibility"] as const)
        .some((part) => points(row, part) && notebook[part] !== "user");
      return { ...without(row), notebook_id: leaves ? null : row.notebook_id };
    }),
  };
}

const ways: Record<
  string,
  () => {
    by: Person;
    call: [string, ...string[]];
    teams: string[];
    org: string | null;
    of: string[];
  }
> = {
  "a team is deleted": () => ({
    by: people.owner,
    call: ["delete_team", teamId],
    teams: [teamId],
    org: null,
    of: journals,
  }),
  "an organization is deleted": () => ({
    by: people.owner,
    call: ["delete_organization", orgId],
    teams: [teamId, otherTeamId],
    org: orgId,
    of: journals,
  }),
  "the author leaves a team": () => ({
    by: author,
    call: ["remove_team_member", teamId, author.id],
    teams: [teamId],
    org: null,
    of: [author.id],
  }),
  "the author is sent away from the organization": () => ({
    by: people.owner,
    call: ["remove_organization_member", orgId, author.id],
    teams: [teamId, otherTeamId],
    org: orgId,
    of: [author.id],
  }),
};

describe.each(Object.entries(ways))("when %s", (_, way) => {
  it("entries shared with it become private and are kept", async () => {
    const { by, call: [name, ...args], ...ended } = way();
    await undone(async (tx) => {
      const before = { notebooks: await notebooksIn(tx), entries: await entriesIn(tx) };
      expect(before.entries).toHaveLength(65 * 64 + 4);
      const seenBefore = await seen(tx);

      const marks = args.map((_, i) => `$${i + 1}`).join(", ");
      await acting(tx, by, () => tx.unsafe(`select public.${name}(${marks})`, args));
      // The organization and the author have more entries than are changed at once.
      for (const job of ["continue_organization_deletions", "continue_sharing_ends"]) {
        for (let left = 1; left > 0;) {
          [{ left }] = await tx<[{ left: number }]>`
            select (private.${tx(job)}() ->> 'remaining')::int as left`;
        }
      }
      await tx`set constraints all immediate`;

      const after = { notebooks: await notebooksIn(tx), entries: await entriesIn(tx) };
      const rule = expected(ended, before.notebooks, before.entries);
      expect([...after.notebooks]).toEqual(rule.notebooks);
      expect([...after.entries]).toEqual(rule.entries);

      const contents = await tx`
        select from private.journal_entry_contents
        where user_id = any (${journals}) and content = 'Words'`;
      expect(contents).toHaveLength(before.entries.length);

      // The visibility of everything else is unchanged.
      const touched = new Set<string>();
      const changed = (now: readonly Shared[], then: readonly Shared[]) =>
        now.filter((row, i) => JSON.stringify(row) !== JSON.stringify(then[i])).map(({ id }) => id);
      for (const id of changed(after.notebooks, before.notebooks)) touched.add(id);
      for (const id of changed(after.entries, before.entries)) touched.add(id);
      for (const { id, notebook_id } of before.entries) {
        if (touched.has(notebook_id ?? "")) touched.add(id);
      }
      const own = new Set(
        before.entries.filter((row) => row.user_id === author.id)
          .map(({ id }) => id),
      );
      for (const [who, now] of await seen(tx)) {
        const then = seenBefore.get(who)!;
        expect([...now].filter((key) => !then.has(key)), `new to ${who}`).toEqual([]);
        const lost = [...then].filter((key) => !now.has(key)).map((key) => key.split(" ")[1]!);
        // Authors see all their entries; a person who leaves no longer sees those shared by others.
        const unduly = who === "author"
          ? lost.filter((id) => own.has(id))
          : lost.filter((id) => !touched.has(id));
        expect(unduly, `lost to ${who}`).toEqual([]);
        if (who === "teammate") expect(lost.length).toBeGreaterThan(0);
      }
    });
  });
});

describe("at the same time as an entry is shared", () => {
  const ends: Record<string, (team: string, org: string) => [Person, ...Call]> = {
    "the team is deleted": (team) => [people.owner, "delete_team", team],
    "the organization is deleted": (_, org) => [people.owner, "delete_organization", org],
    "its author leaves the team": (team) => {
      return [people.member, "remove_team_member", team, people.member.id];
    },
    "its author is sent away": (_, org) => {
      return [people.owner, "remove_organization_member", org, people.member.id];
    },
  };

  /**
   * Two open transactions: the author's shares an entry, and the other ends the sharing.
   */
  async function meeting(end: (team: string, org: string) => [Person, ...Call]) {
    const org_id = await makeOrganization(people);
    const team_id = await makeTeam(org_id, people.owner, { members: [people.member] });
    const [by, ...call] = end(team_id, org_id);
    const [author, other] = [await session(people.member), await session(by)];
    const title = crypto.randomUUID();
    const entry = { title, content: "Words", team_id, org_id };
    return {
      author,
      other,
      write: () =>
        author.call("create_journal_entry", {
          ...entry,
          metadata_visibility: "team",
          content_visibility: "org",
        }),
      end: () => other.call(...call),
      written: () =>
        sql`select effective_metadata_visibility as metadata, effective_content_visibility as content
          from public.journal_entries where title = ${title}`,
    };
  }

  describe.each(Object.entries(ends))("%s", (_, how) => {
    it("after the entry is shared: the entry becomes private", async () => {
      const { author, other, write, end, written } = await meeting(how);
      expect(await write()).toBe("done");
      const ending = end();
      await other.waiting();
      await author.commit();
      expect(await ending).toBe("done");
      await other.commit();
      expect([...await written()]).toEqual([{ metadata: "user", content: "user" }]);
    });

    it("before the entry is shared: the entry is refused", async () => {
      const { author, other, write, end, written } = await meeting(how);
      expect(await end()).toBe("done");
      const writing = write();
      await author.waiting();
      await other.commit();
      expect(await writing).toMatch(/^(23503|PT40[04]) /);
      await author.commit();
      expect(await written()).toHaveLength(0);
    });
  });
});
