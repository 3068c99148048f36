/** The entries that each reader may see and read: every visibility of entry and notebook. */
import { describe, expect, it } from "vitest";
import { must } from "../../shared/database/results.ts";
import {
  audiences,
  list,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  type Reader,
  readers,
  visibilities,
  type Visibility,
  write,
} from "./people.ts";
import { ok, walk } from "../support/requests.ts";
import { become, sql } from "../support/sql.ts";

interface Case {
  id: string;
  /** The expected visibility by the specification. */
  metadata: Visibility;
  content: Visibility;
}

const cases: Case[] = [];
/** Limited to entries of this file's owner; other tests write public entries too. */
const tag = crypto.randomUUID();

const inherited = (own: Visibility, notebook: Visibility) => own === "user" ? notebook : own;

/** The narrower of two visibilities: the team is part of the organization. */
const narrower = (a: Visibility, b: Visibility) =>
  visibilities[Math.min(visibilities.indexOf(a), visibilities.indexOf(b))]!;

const pairs = visibilities.flatMap((metadata) =>
  visibilities.map((content) => ({ metadata_visibility: metadata, content_visibility: content }))
);

const world = await makeJournalWorld();
const { owner } = world.people;
const target = { team_id: world.teamId, org_id: world.orgId };
for (const shared of pairs) {
  const notebook = await makeNotebook(owner, { ...shared, ...target });
  const entries = pairs.map((own) => ({
    ...own,
    ...target,
    notebook_id: notebook.id,
    title: "Quokka",
    content: "a secret axolotl",
    tags: [tag],
  }));
  const made = await sql.begin(async (tx) => {
    await become(owner, tx);
    return await tx<{ id: string }[]>`
      select to_jsonb(public.create_journal_entry(value)) ->> 'id' as id
      from jsonb_array_elements(${tx.json(entries)}) with ordinality as e (value, n) order by n`;
  });
  cases.push(...pairs.map((own, n) => {
    const metadata = inherited(own.metadata_visibility, shared.metadata_visibility);
    const content = inherited(own.content_visibility, shared.content_visibility);
    return { id: made[n]!.id, metadata, content: narrower(metadata, content) };
  }));
}

const among = (reader: Reader, visibility: Visibility) =>
  audiences[reader].some((one) => one === visibility);
const seenBy = (reader: Reader) => cases.filter(({ metadata }) => among(reader, metadata));
const readBy = (reader: Reader) => cases.filter(({ content }) => among(reader, content));
const ids = (of: { id: string }[]) => of.map(({ id }) => id).sort();

describe.each(readers)("%s", (reader) => {
  it("lists the entries of its audience, with or without content", async () => {
    const who = world.reader[reader];
    const entries = await walk(who, `/api/journal?tag=${tag}`, "entries");
    expect(ids(entries)).toEqual(ids(seenBy(reader)));
    for (const entry of entries) {
      const { metadata, content } = cases.find(({ id }) => id === entry.id)!;
      const readable = among(reader, content);
      expect(entry).toMatchObject({
        title: "Quokka",
        content: readable ? "a secret axolotl" : null,
        content_hidden: !readable,
        effective_metadata_visibility: metadata,
        effective_content_visibility: content,
      });
    }
  });

  it("reads one entry or gets 404", async () => {
    const who = world.reader[reader];
    // One for each outcome.
    const outcomes = new Map(cases.map((one) => [`${one.metadata} ${one.content}`, one]));
    for (const { id, metadata, content } of outcomes.values()) {
      const { status, body } = await who.api("GET", `/api/journal/${id}`);
      if (among(reader, metadata)) {
        expect([status, body.entry.content_hidden]).toEqual([200, !among(reader, content)]);
      } else expect([status, body]).toMatchObject([404, { error: "Entry not found" }]);
    }
  });

  it("searches content it may read and titles it may see", async () => {
    const who = world.reader[reader];
    const search = (q: string) => list(who, { q, tag });
    expect((await search("axolotl")).sort()).toEqual(ids(readBy(reader)));
    expect((await search("quokka")).sort()).toEqual(ids(seenBy(reader)));
    const unread = seenBy(reader).filter((one) => !readBy(reader).includes(one));
    expect((await search("-axolotl")).sort()).toEqual(ids(unread));
  });

  it("reads the same rows, counts and embeds over the Data API", async () => {
    const { client } = world.reader[reader];
    const { id: owner } = world.people.owner;
    const entries: { id: string }[] = [];
    for (let page = null; page === null || page.length === 100; entries.push(...page)) {
      const answer = await client.from("journal_entries").select("id", { count: "exact" })
        .eq("user_id", owner).order("id").range(entries.length, entries.length + 99);
      expect(answer.count).toBe(seenBy(reader).length);
      page = must(answer);
    }
    expect(ids(entries)).toEqual(ids(seenBy(reader)));

    const feed: { id: string; content: string | null; content_hidden: boolean }[] = [];
    for (let page = null; page === null || page.length > 0; feed.push(...page)) {
      const last = feed.at(-1) as { id: string; written_at: string } | undefined;
      const start = { p_before_at: last?.written_at, p_before_id: last?.id };
      page = (await client.rpc("list_journal_entries", { p_user_id: owner, ...start })).data;
    }
    expect(ids(feed)).toEqual(ids(seenBy(reader)));
    expect(ids(feed.filter((row) => row.content !== null && !row.content_hidden)))
      .toEqual(ids(readBy(reader)));
  });
});

it("shows content only to the intersection of two audiences", async () => {
  const { owner, teammate, orgMember, stranger } = world.people;
  const other = await makeTeam(owner, [teammate, stranger]);
  const { teamId: team_id, orgId: org_id } = world;
  const notebook = await makeNotebook(owner, {
    content_visibility: "team",
    team_id: other.team_id,
  });
  const entries = [
    // Metadata to one team, content inherited: another team.
    await write(owner, { notebook_id: notebook.id, metadata_visibility: "team", team_id }),
    // Metadata to a team, content to an organization that does not contain the team.
    await write(owner, {
      metadata_visibility: "team",
      content_visibility: "org",
      team_id: other.team_id,
      org_id,
    }),
  ];
  const outcome = async (who: typeof owner, id: string) => {
    const { status, body } = await who.api("GET", `/api/journal/${id}`);
    const found = (await list(who, { q: "says", scope: "team" })).includes(id);
    const { data } = await who.client.rpc("get_journal_entry", { p_id: id });
    expect([found, typeof data?.content === "string"]).toEqual(
      Array(2).fill(status === 200 && !body.entry.content_hidden),
    );
    return status === 200 ? (body.entry.content_hidden ? "sees" : "reads") : "nothing";
  };
  const outcomes = async (id: string) => ({
    teammate: await outcome(teammate, id),
    orgMember: await outcome(orgMember, id),
    stranger: await outcome(stranger, id),
  });
  expect(await outcomes(entries[0].id))
    .toEqual({ teammate: "reads", orgMember: "nothing", stranger: "nothing" });
  expect(await outcomes(entries[1].id))
    .toEqual({ teammate: "reads", orgMember: "nothing", stranger: "sees" });
});

it("follows memberships at once", async () => {
  const { owner, orgMember } = world.people;
  const team = { metadata_visibility: "team", content_visibility: "team", team_id: world.teamId };
  const { id } = await write(owner, team);
  const status = async () => (await orgMember.api("GET", `/api/journal/${id}`)).status;
  const members = `/api/teams/${world.teamId}/members`;
  expect(await status()).toBe(404);
  await ok(owner, "POST", members, { user_id: orgMember.id, role: "member" });
  expect(await status()).toBe(200);
  await ok(owner, "DELETE", `${members}/${orgMember.id}`);
  expect(await status()).toBe(404);
});
