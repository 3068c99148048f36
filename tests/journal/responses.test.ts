/** Comments on entries, reactions to them, and their counts on cards. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { codeOf, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { handleOf, type Person } from "../support/people.ts";
import { useUp } from "../support/limits.ts";
import { audiences, makeJournalWorld, readers, shared, visibilities, write } from "./people.ts";

const { people: { owner }, reader, teamId, orgId } = await makeJournalWorld();

const comments = (id: string) => `/api/journal/${id}/comments`;
const reaction = (id: string) => `/api/journal/${id}/reaction`;
const say = async (who: Person, id: string, content = "hello") =>
  (await ok(who, "POST", comments(id), { content })).comment;
const react = (who: Person, id: string, kind = "heart") =>
  ok(who, "PUT", reaction(id), { reaction: kind });
const block = (who: Person, ...ids: string[]) =>
  ok(who, "PUT", "/api/user/profile", { blocked_user_ids: ids });

/** The card of an entry, which every route answers alike. */
async function card(who: Person, id: string) {
  const { entry } = await ok(who, "GET", `/api/journal/${id}`);
  const { entries } = await ok(who, "GET", `/api/journal?user_id=${entry.user_id}`);
  const { data } = await who.client.rpc("get_journal_entry", { p_id: id });
  const [first, ...others] = [entry, entries.find((each: { id: string }) => each.id === id), data]
    .map(
      ({ comment_count, reactions, own_reaction }) => [comment_count, reactions, own_reaction],
    );
  expect(others).toEqual([first, first]);
  return first!;
}

describe("comments", () => {
  it("are listed oldest first with their authors, in pages", async ({ ana, ben }) => {
    const { id } = await write(ana, shared);
    const made = [];
    for (const [who, content] of [[ben, "One"], [ana, "😀".repeat(2000)], [ben, "."]] as const) {
      made.push(await say(who, id, content));
    }
    expect(made[0]).toMatchObject({ entry_id: id, user_id: ben.id, author: { id: ben.id } });
    expect(await walk(ana, comments(id), "comments", 1)).toEqual(made);
    expect(await walk(ben, comments(id), "comments")).toEqual(made);
  });

  it.each([["no", ""], ["only blank", " \n"], ["2,001", "x".repeat(2001)]])(
    "refuse a text of %s characters",
    async (_which, content) => {
      const { id } = await write(owner, shared);
      expect((await owner.api("POST", comments(id), { content })).body)
        .toMatchObject({ code: "invalid_input", fields: [{ path: "content" }] });
      const { error } = await owner.client.rpc("add_entry_comment", {
        p_entry_id: id,
        p_content: content,
      });
      expect(error?.code).toBe("23514");
    },
  );

  it("are deleted by their author, also out of sight, and by the entry's author", async ({ ana, ben, cleo }) => {
    const { id } = await write(ana, shared);
    const other = await write(ana, shared);
    const [first, second, third] = [await say(ben, id), await say(ben, id), await say(cleo, id)];
    const one = (comment: { id: string }, entry = id) => `${comments(entry)}/${comment.id}`;
    expect(await outcome(cleo, "DELETE", one(first)))
      .toBe("403 Only its author and the author of the entry may delete a comment");
    expect(await outcome(ben, "DELETE", one(first, other.id))).toBe("404 Comment not found");
    await block(ana, ben.id);
    await ok(ana, "DELETE", one(second));
    await ok(ana, "PUT", `/api/journal/${id}`, {
      content_visibility: "user",
      metadata_visibility: "user",
    });
    expect(await outcome(cleo, "DELETE", one(first))).toBe("404 Entry not found");
    await ok(ben, "DELETE", one(first));
    expect(await walk(ana, comments(id), "comments")).toEqual([third]);
    expect(await card(ana, id)).toEqual([1, {}, null]);
  });

  it("with an id of the client are added once, also at the same moment", async ({ ana, ben, cleo }) => {
    const { id: entryId } = await write(ana, shared);
    const id = crypto.randomUUID();
    const add = (who: Person, content: string) =>
      who.api("POST", comments(entryId), { id, content });
    const answers = await Promise.all([1, 2, 3].map(() => add(ben, "One")));
    const again = await add(ben, "Other");
    expect([again.status, again.body]).toEqual([200, answers[0]!.body]);
    expect((await walk(ana, comments(entryId), "comments")).map(({ id }) => id)).toEqual([id]);
    expect(await codeOf(add(cleo, "Mine"))).toBe("409 id_taken");
    const direct = (who: Person) =>
      who.client.rpc("add_entry_comment", { p_entry_id: entryId, p_content: "x", p_id: id });
    expect((await direct(ben)).data).toMatchObject({ id, content: "One" });
    expect((await direct(cleo)).error).toMatchObject({ code: "PT409", details: "id_taken" });

    await ok(ana, "DELETE", `${comments(entryId)}/${id}`);
    expect([await codeOf(add(ben, "One")), await codeOf(add(cleo, "Mine"))])
      .toEqual(["410 deleted", "409 id_taken"]);
  });

  it("are 60 an hour", async ({ ana }) => {
    const { id } = await write(ana, shared);
    await useUp(ana, "comment", 59);
    await say(ana, id);
    const { status, body, headers } = await ana.api("POST", comments(id), { content: "again" });
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("reactions", () => {
  it("are at most one of each user, counted by kind", async ({ ana, ben, cleo }) => {
    const { id } = await write(ana, shared);
    expect(await card(ben, id)).toEqual([0, {}, null]);
    await react(ben, id, "fire");
    await react(cleo, id, "heart");
    expect(await react(ben, id, "heart")).toEqual({ reaction: "heart", reactions: { heart: 2 } });
    expect(await react(ana, id, "think"))
      .toEqual({ reaction: "think", reactions: { heart: 2, think: 1 } });
    expect(await card(ben, id)).toEqual([0, { heart: 2, think: 1 }, "heart"]);
    await ok(ben, "DELETE", reaction(id));
    expect(await outcome(ben, "DELETE", reaction(id))).toBe("404 Reaction not found");
    expect(await card(ben, id)).toEqual([0, { heart: 1, think: 1 }, null]);
  });

  it("refuse another kind", async ({ ana }) => {
    const { id } = await write(ana, shared);
    expect(await codeOf(ana.api("PUT", reaction(id), { reaction: "angry" })))
      .toBe("400 invalid_input");
    const { error } = await ana.client.rpc("react_to_entry", {
      p_entry_id: id,
      p_reaction: "angry",
    });
    expect(error?.code).toBe("23514");
  });

  it("at once are counted exactly", async ({ ana, ben, cleo }) => {
    const { id } = await write(ana, shared);
    const kinds = ["heart", "clap", "hug", "laugh", "fire", "think"];
    await Promise.all([ana, ben, cleo].flatMap((who) => [
      ...kinds.map((kind) => react(who, id, kind)),
      say(who, id),
      say(who, id),
    ]));
    const [rows] = await sql<[{ counts: unknown }]>`
      select jsonb_object_agg(reaction, n) as counts from (
        select reaction, count(*) as n from public.journal_reactions
        where entry_id = ${id} group by reaction) as kinds`;
    const [count, counts] = await card(ana, id);
    expect([count, counts]).toEqual([6, rows.counts]);
  });
});

describe("a reader of the content", () => {
  it.each(visibilities)("answers: %s", async (visibility) => {
    const { id } = await write(owner, {
      metadata_visibility: "public",
      content_visibility: visibility,
      team_id: teamId,
      org_id: orgId,
    });
    const isPrivate = visibility === "user";
    if (isPrivate) {
      // The comment is from a time when the entry was shared.
      await sql`insert into public.journal_comments (entry_id, user_id, content)
        values (${id}, ${reader.stranger.id}, 'hello')`;
    }
    for (const name of readers) {
      const who = reader[name];
      const sees = audiences[name].includes(visibility as never);
      const expected = !sees ? "404 not_found" : isPrivate ? "409 not_shared" : undefined;
      expect(await codeOf(who.api("POST", comments(id), { content: "hi" })), name)
        .toBe(expected ?? "201");
      expect(await codeOf(who.api("PUT", reaction(id), { reaction: "hug" })), name)
        .toBe(expected ?? "200");
      expect(await codeOf(who.api("GET", comments(id))), name).toBe(sees ? "200" : "404 not_found");
      const { data } = await who.client.from("journal_comments").select("id").eq("entry_id", id)
        .neq("user_id", who.id);
      expect(data!.length > 0, name).toBe(sees && (isPrivate || name !== readers[0]));
      expect((await card(who, id))[0] > 0, name).toBe(sees);
    }
    expect(await codeOf(owner.api("POST", comments(NOWHERE), { content: "hi" }))).toBe(
      "404 not_found",
    );
  });
});

describe("people with a block between them", () => {
  it.each(["ana blocks ben", "ben blocks ana"])("do not hear each other: %s", async (which) => {
    const { stranger: ana, orgMember: ben } = reader;
    const { id } = await write(owner, shared);
    const bens = await write(ben, shared);
    await say(ana, bens.id);
    await say(ana, id);
    const kept = await say(ben, id);
    await react(ana, id, "fire");
    await react(ben, id, "fire");
    const [from, to] = which.startsWith("ana") ? [ana, ben] : [ben, ana];
    await block(from, to.id);
    try {
      expect(await walk(ben, comments(id), "comments")).toEqual([kept]);
      expect(await card(ben, id)).toEqual([1, { fire: 1 }, "fire"]);
      expect(await card(ana, id)).toEqual([1, { fire: 1 }, "fire"]);
      expect(await card(owner, id)).toEqual([2, { fire: 2 }, null]);
      expect(await react(ben, id, "clap")).toEqual({ reaction: "clap", reactions: { clap: 1 } });
      const { data } = await ana.client.from("journal_comments").select("user_id").eq(
        "entry_id",
        id,
      );
      expect(data).toEqual([{ user_id: ana.id }]);
      // They do not see each other's comments on their own entries either.
      expect(await card(ana, bens.id)).toEqual([0, {}, null]);
      expect(await card(ben, bens.id)).toEqual([0, {}, null]);
      expect(await outcome(ana, "GET", comments(bens.id))).toBe("404 Entry not found");
      expect(await outcome(ana, "POST", comments(bens.id), { content: "?" })).toBe(
        "404 Entry not found",
      );
      expect(await outcome(ana, "PUT", reaction(bens.id), { reaction: "hug" })).toBe(
        "404 Entry not found",
      );
    } finally {
      await block(from);
    }
  });
});

describe("the author is notified", () => {
  const notices = async (who: Person) =>
    (await walk(who, "/api/notifications", "notifications"))
      .map(({ type, body, data }) => [type, body, data]);

  it("once a day for each entry and type, without what was said", async ({ ana, ben, cleo }) => {
    const { id } = await write(ana, shared);
    await say(ana, id);
    await react(ana, id);
    expect(await notices(ana)).toEqual([]);
    await say(ben, id, "a secret");
    await say(cleo, id);
    await react(ben, id);
    await react(ben, id, "fire");
    const handle = await handleOf(ben);
    const data = { entry_id: id, user_id: ben.id };
    const first = [
      ["reaction", `@${handle} reacted to your entry`, data],
      ["comment", `@${handle} commented on your entry`, data],
    ];
    expect(await notices(ana)).toEqual(first);
    await sql`
      update public.notifications set dedupe_key = ${`${id} 2000-01-01`} where user_id = ${ana.id}`;
    await say(cleo, id);
    expect(await notices(ana)).toHaveLength(3);
  });

  it("of 20 acts a day of one person", async ({ ana, ben, cleo }) => {
    const { id } = await write(ana, shared);
    await useUp({ id: `${ben.id}:${ana.id}` }, "response_notice", 19);
    await say(ben, id);
    await react(ben, id);
    expect((await notices(ana)).map(([type]) => type)).toEqual(["comment"]);
    await react(cleo, id);
    expect((await notices(ana)).map(([type]) => type)).toEqual(["reaction", "comment"]);
  });
});

it("the deletion of an account takes its comments and reactions from the counts", async ({ ana, ben, cleo }) => {
  const entries = [await write(ana, shared), await write(ana, shared)];
  for (const { id } of entries) {
    for (const who of [ben, cleo]) {
      await say(who, id);
      await react(who, id);
    }
  }
  await ok(ben, "DELETE", "/api/user/account", { confirm: ben.email });
  for (const { id } of entries) expect(await card(ana, id)).toEqual([1, { heart: 1 }, null]);
  await ok(ana, "DELETE", `/api/journal/${entries[0].id}`);
  const { data } = await cleo.client.from("journal_comments").select("entry_id")
    .in("entry_id", entries.map(({ id }) => id));
  expect(data).toEqual([{ entry_id: entries[1].id }]);
});
