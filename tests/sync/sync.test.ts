/** Changes of the caller's own data since a cursor. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeNotebook, makeTeam, write } from "../journal/people.ts";
import { type Person, persons } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { changesSince, listOf, type Page, syncPage } from "./support.ts";

let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await persons("Ana", "Ben");
});

const goalOf = async (who: Person, title = "Run") =>
  (await ok(who, "POST", "/api/goals", { title })).goal;
const idsOf = (page: Page) => page.changes.goals.map(({ id }: { id: string }) => id);
const checkInOf = async (who: Person, goalId: string) =>
  (await ok(who, "POST", `/api/goals/${goalId}/check-ins`, { status: "completed" })).check_in;

/** Engagement entries: type, path, a body, and a change. */
const kinds = [
  ["satisfaction_entry", "/api/engagement/satisfaction", { score: 8 }, { score: 9 }],
  ["action_note", "/api/engagement/action-notes", { content: "Called" }, { content: "Wrote" }],
  [
    "sleep_entry",
    "/api/engagement/sleep",
    { date: "2026-11-21", hours: 7.5, quality: 4 },
    { hours: 8 },
  ],
] as const;

describe("without a cursor", () => {
  it("ends a page at 2 MB of contents as JSON", async () => {
    const content = '"\u00e4'.repeat(25_000);
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push((await write(ana, { content })).id);
    const sizes: number[] = [];
    const seen: string[] = [];
    let page: Page;
    do {
      page = await syncPage(ana, page?.next_cursor, 100);
      const entries: { id: string }[] = page.changes.journal_entries;
      sizes.push(entries.length);
      seen.push(...entries.map(({ id }) => id));
    } while (page.has_more);
    expect(sizes).toEqual([20, 5]);
    expect(seen.sort()).toEqual(ids.sort());
  });

  it("has everything of the caller once, in the form in which other routes show it", async () => {
    const goal = await goalOf(ana);
    const checkIn = await checkInOf(ana, goal.id);
    const notebook = await makeNotebook(ana);
    const entry = await write(ana, { content: "A #tag", mood: "calm", notebook_id: notebook.id });
    const engagement = await Promise.all(
      kinds.map(async ([kind, path, body]) => (await ok(ana, "POST", path, body))[kind]),
    );
    const data = sql.json({ entry_id: entry.id, user_id: ana.id });
    await sql`select private.notify(${ana.id}, 'mention', '{}', ${data})`;
    const [notification] = await sql`
      select id from public.notifications where user_id = ${ana.id}`;
    const { profile } = await ok(ana, "GET", "/api/user/profile");

    const page = await syncPage(ana);
    expect(page).toMatchObject({
      changes: {
        journal_entries: [expect.objectContaining({ id: entry.id })],
        notebooks: [notebook],
        goals: [expect.objectContaining({ id: goal.id })],
        goal_check_ins: [checkIn],
        satisfaction_entries: [engagement[0]],
        action_notes: [engagement[1]],
        sleep_entries: [engagement[2]],
        notifications: [expect.objectContaining({ id: notification!.id, type: "mention" })],
        profile: expect.objectContaining({ id: ana.id }),
      },
      deleted: [],
      has_more: false,
    });
    const [synced] = page.changes.journal_entries;
    // The lists add what other rows say: cards, and the number of check-ins.
    expect(entry).toMatchObject(synced);
    expect(goal).toMatchObject(page.changes.goals[0]);
    expect(profile).toMatchObject(page.changes.profile);
    expect(synced).toMatchObject({ content: "A #tag", notebook_id: notebook.id, mood: "calm" });
  });

  it("does not tell of an object that was deleted before the cursor", async () => {
    await ok(ana, "DELETE", `/api/goals/${(await goalOf(ana)).id}`);
    const { changed, deleted } = await changesSince(ana);
    expect([changed, deleted]).toEqual([["profile"], []]);
  });

  it("has nothing of others, not even what they share", async () => {
    const { team_id } = await makeTeam(ana, [ben]);
    const { cursor } = await changesSince(ben);
    const sharing = { metadata_visibility: "team", content_visibility: "public", team_id };
    await makeNotebook(ana, sharing);
    await write(ana, sharing);
    expect(await changesSince(ben, cursor)).toMatchObject({ changed: [], deleted: [] });
  });
});

describe("pages", () => {
  it.each([1, 3, 100])("of %i have each change once", async (limit) => {
    const ids = [];
    for (let n = 0; n < 4; n++) {
      const goal = await goalOf(ana);
      const checkIn = await checkInOf(ana, goal.id);
      ids.push(`goals ${goal.id}`, `goal_check_ins ${checkIn.id}`);
      ids.push(`journal_entries ${(await write(ana)).id}`);
    }
    const { changed, cursor } = await changesSince(ana, null, limit);
    expect(changed.toSorted()).toEqual([...ids, "profile"].toSorted());
    const gone = ids.filter((each) => each.startsWith("goal"));
    for (const goal of ids.filter((each) => each.startsWith("goals "))) {
      await ok(ana, "DELETE", `/api/goals/${goal.split(" ")[1]}`);
    }
    const later = await changesSince(ana, cursor, limit);
    expect(later.changed).toEqual([]);
    expect(later.deleted.toSorted()).toEqual(gone.toSorted());
  });

  it("leave what changes meanwhile to the next run", async () => {
    const goals = [await goalOf(ana), await goalOf(ana), await goalOf(ana)];
    const first = await syncPage(ana, null, 2);
    expect(first.has_more).toBe(true);
    // Of the first page, of the rest, and new.
    await ok(ana, "PUT", `/api/goals/${goals[0].id}`, { title: "Seen" });
    await ok(ana, "PUT", `/api/goals/${goals[2].id}`, { title: "Waiting" });
    const fresh = await goalOf(ana, "Fresh");
    const rest = await syncPage(ana, first.next_cursor, 2);
    expect([idsOf(rest), rest.has_more]).toEqual([[goals[1].id], true]);
    const next = await changesSince(ana, rest.next_cursor);
    expect(next.changed).toEqual([goals[0], goals[2], fresh].map(({ id }) => `goals ${id}`));
    expect(next.objects.get(goals[2].id).title).toBe("Waiting");
  });
});

describe("a transaction that commits late", () => {
  it("is in the next run, once", async () => {
    const [slow, quick] = [await goalOf(ana, "Slow"), await goalOf(ana, "Quick")];
    const { cursor } = await changesSince(ana);
    let meanwhile: Awaited<ReturnType<typeof changesSince>> | undefined;
    await sql.begin(async (transaction) => {
      // Its id is below that of the change that commits first.
      await transaction`update public.goals set title = 'Late' where id = ${slow.id}`;
      await ok(ana, "PUT", `/api/goals/${quick.id}`, { title: "First" });
      meanwhile = await changesSince(ana, cursor);
    });
    expect(meanwhile!.changed).toEqual([`goals ${quick.id}`]);
    const after = await changesSince(ana, meanwhile!.cursor);
    expect(after.changed).toEqual([`goals ${slow.id}`]);
    expect(after.objects.get(slow.id).title).toBe("Late");
    expect((await changesSince(ana, after.cursor)).changed).toEqual([]);
  });

  it("between two pages is in the next run, once", async () => {
    const goals = [await goalOf(ana), await goalOf(ana), await goalOf(ana), await goalOf(ana)];
    const { cursor } = await changesSince(ana);
    let first: Awaited<ReturnType<typeof syncPage>>;
    await sql.begin(async (transaction) => {
      // No more text: another write of the user would wait for the count of it.
      await transaction`update public.goals set status = 'paused' where id = ${goals[0].id}`;
      for (const { id } of goals.slice(1)) {
        await ok(ana, "PUT", `/api/goals/${id}`, { title: "First" });
      }
      first = await syncPage(ana, cursor, 2);
    });
    expect(idsOf(first)).toEqual([goals[1].id, goals[2].id]);
    const rest = await syncPage(ana, first.next_cursor, 2);
    expect([idsOf(rest), rest.has_more]).toEqual([[goals[3].id], true]);
    const last = await syncPage(ana, rest.next_cursor);
    expect([idsOf(last), last.has_more]).toEqual([[goals[0].id], false]);
  });

  it("and is undone changes nothing", async () => {
    const goal = await goalOf(ana);
    const { cursor } = await changesSince(ana);
    await sql.begin(async (transaction) => {
      await transaction`delete from public.goals where id = ${goal.id}`;
      throw new Error("undo");
    }).catch(() => {});
    expect(await changesSince(ana, cursor)).toMatchObject({ changed: [], deleted: [] });
  });
});

describe("an entry changes", () => {
  const since = async (who: Person, change: () => Promise<unknown>) => {
    const { cursor } = await changesSince(who);
    await change();
    return await changesSince(who, cursor);
  };

  it("with its notebook's visibility, unless it has its own", async () => {
    const { id: notebook_id } = await makeNotebook(ana);
    const entry = await write(ana, { notebook_id });
    await write(ana, { notebook_id, metadata_visibility: "public", content_visibility: "public" });
    const { changed, objects } = await since(
      ana,
      () => ok(ana, "PUT", `/api/notebooks/${notebook_id}`, { metadata_visibility: "public" }),
    );
    expect(changed.toSorted()).toEqual([
      `journal_entries ${entry.id}`,
      `notebooks ${notebook_id}`,
    ]);
    expect(objects.get(entry.id)).toMatchObject({
      effective_metadata_visibility: "public",
      version: entry.version + 1,
    });
  });

  it("with the deletion of its notebook", async () => {
    const { id: notebook_id } = await makeNotebook(ana);
    const entry = await write(ana, { notebook_id });
    const { changed, deleted, objects } = await since(
      ana,
      () => ok(ana, "DELETE", `/api/notebooks/${notebook_id}`),
    );
    expect([changed, deleted]).toEqual([
      [`journal_entries ${entry.id}`],
      [`notebooks ${notebook_id}`],
    ]);
    expect(objects.get(entry.id).notebook_id).toBeNull();
  });

  it("with the end of sharing", async () => {
    const { team_id, org_id } = await makeTeam(ben, [ana]);
    const entry = await write(ana, { metadata_visibility: "team", team_id });
    const { changed, objects } = await since(
      ana,
      () => ok(ana, "DELETE", `/api/organizations/${org_id}/members/${ana.id}`),
    );
    expect(changed).toContain(`journal_entries ${entry.id}`);
    expect(objects.get(entry.id)).toMatchObject({ metadata_visibility: "user", team_id: null });
  });

  it("with its content alone", async () => {
    const entry = await write(ana, { content: "A #tag" });
    await sql`update private.journal_entry_contents set mentions = null where entry_id = ${entry.id}`;
    const { changed } = await since(ana, () => ok(ana, "POST", "/api/journal/backfill-mentions"));
    expect(changed).toEqual([`journal_entries ${entry.id}`]);
  });
});

it("the profile changes with what its owner writes and with the balance", async () => {
  let { cursor } = await changesSince(ana);
  await ok(ana, "PUT", "/api/user/profile", { timezone: "Europe/Madrid" });
  const page = await syncPage(ana, cursor);
  expect(page.changes.profile).toMatchObject({ timezone: "Europe/Madrid", version: 2 });
  cursor = page.next_cursor;
  await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
  expect((await syncPage(ana, cursor)).changes.profile).toMatchObject({
    is_classroom: true,
    version: 2,
  });
});

it("a profile that is created again is a change", async () => {
  const { cursor } = await changesSince(ana);
  const [former] = await sql`
    delete from public.profiles where id = ${ana.id} returning id, handle`;
  await sql`insert into public.profiles ${sql(former!)}`;
  expect((await changesSince(ana, cursor)).changed).toEqual(["profile"]);
});

it.each(kinds)("a %s changes and is deleted", async (kind, path, body, change) => {
  const { id } = (await ok(ana, "POST", path, body))[kind];
  const table = () => ana.client.from(listOf[kind]);
  const created = await changesSince(ana);
  expect((await table().update(change).eq("id", id)).error).toBeNull();
  const { changed, objects, cursor } = await changesSince(ana, created.cursor);
  expect([changed, objects.get(id)]).toEqual([
    [`${listOf[kind]} ${id}`],
    expect.objectContaining({ id, user_id: ana.id, ...change }),
  ]);
  expect((await table().delete().eq("id", id)).error).toBeNull();
  expect(await changesSince(ana, cursor))
    .toMatchObject({ changed: [], deleted: [`${listOf[kind]} ${id}`] });
  const again = await ana.api("POST", path, { id, ...body });
  expect([again.status, again.body.code]).toEqual([410, "deleted"]);
  expect((await changesSince(ben)).changed).toEqual(["profile"]);
});

describe("a deleted object", () => {
  it("is not brought back by a request that is sent again", async () => {
    const goal = await goalOf(ana);
    const creates = [
      ["/api/journal", { title: "T", content: "" }, "/api/journal"],
      ["/api/notebooks", { name: "N" }, "/api/notebooks"],
      ["/api/goals", { title: "G" }, "/api/goals"],
    ] as const;
    for (const [path, body, one] of creates) {
      const sent = { id: crypto.randomUUID(), ...body };
      await ok(ana, "POST", path, sent);
      await ok(ana, "DELETE", `${one}/${sent.id}`);
      const again = await ana.api("POST", path, sent);
      expect([path, again.status, again.body.code]).toEqual([path, 410, "deleted"]);
      const other = await ben.api("POST", path, sent);
      expect([path, other.status, other.body]).toEqual([path, 409, {
        error: "id: already taken, make another one",
        code: "id_taken",
      }]);
    }
    const checkIn = { id: crypto.randomUUID(), status: "missed" };
    await ok(ana, "POST", `/api/goals/${goal.id}/check-ins`, checkIn);
    await ana.client.from("goal_check_ins").delete().eq("id", checkIn.id);
    const again = await ana.api("POST", `/api/goals/${goal.id}/check-ins`, checkIn);
    expect([again.status, again.body.code]).toEqual([410, "deleted"]);
  });

  it("is remembered for 91 days", async () => {
    const goals = [await goalOf(ana), await goalOf(ana), await goalOf(ana)];
    for (const [n, age] of ["92 days", "90 days"].entries()) {
      await ok(ana, "DELETE", `/api/goals/${goals[n].id}`);
      await sql`
        update private.changes set deleted_at = now() - ${age}::interval
        where id = ${goals[n].id}`;
    }
    await sql`select private.purge()`;
    const left = await sql`
      select id from private.changes where user_id = ${ana.id} and type = 'goal'`;
    expect(left.map(({ id }) => id).toSorted()).toEqual([goals[1].id, goals[2].id].toSorted());
  });
});
