/** The people of the journal's tests, and helpers that write. */
import { type Person, person } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { makeWorld, visibilities, type Visibility, type World } from "../support/world.ts";
import { sql } from "../support/sql.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

export { visibilities, type Visibility };

/**
 * The people other than the owner whom a visibility includes. `former` has left team and
 * organization.
 */
export const audiences = {
  teammate: ["team", "org", "public"],
  orgMember: ["org", "public"],
  former: ["public"],
  stranger: ["public"],
  superAdmin: visibilities,
  owner: visibilities,
} satisfies Record<string, Visibility[]>;

export type Reader = keyof typeof audiences;
export const readers = Object.keys(audiences) as Reader[];

interface JournalWorld extends World {
  reader: Record<Reader, Person>;
}

/** The world of the row-security tests, with a former member of the team. */
export async function makeJournalWorld(): Promise<JournalWorld> {
  const [world, former] = await Promise.all([makeWorld(), person("Fay Former")]);
  const { owner, teammate, orgMember, stranger, superAdmin } = world.people;
  const organization = `/api/organizations/${world.orgId}/members`;
  const team = `/api/teams/${world.teamId}/members`;
  const member = { user_id: former.id, role: "member" };
  await ok(owner, "POST", organization, member);
  await ok(owner, "POST", team, member);
  await ok(owner, "DELETE", `${organization}/${former.id}`);
  return { ...world, reader: { owner, teammate, orgMember, former, stranger, superAdmin } };
}

/** An organization of its own with a team of its own. */
export async function makeTeam(
  owner: Person,
  members: Person[] = [],
): Promise<{ org_id: string; team_id: string }> {
  const { organization } = await ok(owner, "POST", "/api/organizations", { name: "Elsewhere" });
  const { team } = await ok(owner, "POST", "/api/teams", { name: "T", org_id: organization.id });
  for (const { id } of members) {
    const member = { user_id: id, role: "member" };
    await ok(owner, "POST", `/api/organizations/${organization.id}/members`, member);
    await ok(owner, "POST", `/api/teams/${team.id}/members`, member);
  }
  return { org_id: organization.id, team_id: team.id };
}

/** Writes an entry; returns it. */
export async function write(who: Person, fields: Record<string, unknown> = {}): Promise<Parsed> {
  const { entry } = await ok(who, "POST", "/api/journal", {
    title: "Entry",
    content: "what it says",
    ...fields,
  });
  return entry;
}

/** Makes a notebook; returns it. */
export async function makeNotebook(
  who: Person,
  fields: Record<string, unknown> = {},
): Promise<Parsed> {
  return (await ok(who, "POST", "/api/notebooks", { name: "Notes", ...fields })).notebook;
}

/** The ids of an entry list, in its order. */
export async function list(who: Person, query: Record<string, string> = {}): Promise<string[]> {
  const entries = await walk(who, `/api/journal?${new URLSearchParams(query)}`, "entries");
  return entries.map(({ id }) => id);
}

/** Visible to everybody. */
export const shared = { metadata_visibility: "public", content_visibility: "public" } as const;

/**
 * Counts entries of a person whose stored visibility differs from what entry and notebook give.
 */
export async function stale({ id }: Person): Promise<number> {
  const [{ count }] = await sql`
    with expected as (
      select e.*,
        case e.metadata_visibility when 'user' then coalesce(n.metadata_visibility, 'user')
          else e.metadata_visibility end as metadata,
        case e.content_visibility when 'user' then coalesce(n.content_visibility, 'user')
          else e.content_visibility end as content
      from public.journal_entries as e
      left join public.notebooks as n on n.id = e.notebook_id
      where e.user_id = ${id}
    )
    select count(*)::int
    from expected as e left join private.journal_entry_contents as c on c.entry_id = e.id
    where e.effective_metadata_visibility <> e.metadata
      or array_position(${visibilities}::text[], e.effective_content_visibility)
        <> least(array_position(${visibilities}::text[], e.metadata),
                 array_position(${visibilities}::text[], e.content))
      or (c.effective_metadata_visibility, c.effective_metadata_team_id,
          c.effective_metadata_org_id, c.effective_content_visibility,
          c.effective_content_team_id, c.effective_content_org_id)
        is distinct from
          (e.effective_metadata_visibility, e.effective_metadata_team_id,
           e.effective_metadata_org_id, e.effective_content_visibility,
           e.effective_content_team_id, e.effective_content_org_id)` as [{ count: number }];
  return count;
}

/** Runs `work` on every item, a few at a time. */
export async function each<T>(items: T[], work: (item: T) => Promise<unknown>, atOnce = 8) {
  const queue = items.values();
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (const item of queue) await work(item);
  }));
}
