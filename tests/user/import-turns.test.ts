/** Users' imports take turns, and each goes on at its place in the file. */
import { beforeAll, describe, expect, vi } from "vitest";
import { dayOneItems } from "../../functions/archive/day-one.ts";
import { Import, type Place } from "../../functions/archive/rows.ts";
import { runImports, step } from "../../functions/archive/steps.ts";
import { openZip } from "../../functions/archive/zip.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import { jpeg } from "../support/images.ts";
import { ownPlatform } from "../support/own-platform.ts";
import type { Person } from "../support/people.ts";

await ownPlatform();
const { useProject } = await import("../http/project.ts");
const { it } = await import("../support/it.ts");
const { person, service } = await import("../support/people.ts");
const { ok, outcome } = await import("../support/requests.ts");
const { pauseSchedule } = await import("../support/schedules.ts");
const { sql } = await import("../support/sql.ts");
const { ended, entriesOf, form, markdown, packed, zipOf } = await import("./archives.ts");

beforeAll(useProject);
pauseSchedule("own-imports");

const path = "/api/user/imports";

const entry = (n: number, more = {}) => ({
  uuid: `${n}`,
  creationDate: "2019-05-01T22:30:00Z",
  text: `Entry ${n} [é🎉] \\"`,
  ...more,
});
const journal = (entries: unknown[]) => JSON.stringify({ metadata: {}, entries });

/** Entries of two journals, of which the first has `count - 3`. */
const dayOne = (count: number, more = {}) => {
  const all = Array.from({ length: count }, (_, n) => entry(n, more));
  return { "A.json": journal(all.slice(0, -3)), "B.json": journal(all.slice(-3)) };
};

/** An import that waits, of which no step was made. */
async function waiting(who: Person, zip: Blob, kind: string, total: number, turns = 0) {
  const file = `${who.id}/${crypto.randomUUID()}.zip`;
  const stored = await service.storage.from("entry-imports")
    .upload(file, await zip.arrayBuffer(), { contentType: "application/zip" });
  expect(stored.error).toBeNull();
  const [row] = await sql<[{ id: string }]>`
    insert into private.entry_imports (user_id, file_name, kind, total, path, turns)
    values (${who.id}, 'x', ${kind}, ${total}, ${file}, ${turns}) returning id`;
  return row;
}

/** Makes one step, of at least one row, and says whose it was. */
async function turn(deadline = 0): Promise<string | undefined> {
  const taken = must(shaped(Import.nullable(), await serviceClient().rpc("take_entry_import")));
  if (taken) await step(serviceClient(), taken, deadline);
  return taken?.user_id;
}

const stateOf = async (who: Person, { id }: { id: string }) =>
  (await ok(who, "GET", `${path}/${id}`)).import;

describe("imports take turns", () => {
  it("and a small import does not wait for large ones", async ({ ana, ben, cleo }) => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n}.md`, markdown(`title: '${n}'`)]),
    );
    const large = await waiting(ana, await zipOf(files), "markdown", 30);
    const other = await waiting(ben, await zipOf(dayOne(30)), "day_one", 30);
    for (let n = 0; n < 6; n++) await turn();
    expect(await stateOf(ana, large)).toMatchObject({ processed: 3 });
    expect(await stateOf(ben, other)).toMatchObject({ processed: 3 });
    const small = await waiting(cleo, await zipOf({ "a.md": "One" }), "markdown", 1);
    expect(await turn()).toBe(cleo.id);
    expect(await stateOf(cleo, small)).toMatchObject({ status: "running", processed: 1 });
    expect(await turn()).toBe(cleo.id);
    expect(await stateOf(cleo, small)).toMatchObject({ status: "completed" });
    while (await turn(Infinity));
    for (const [who, { id }] of [[ana, large], [ben, other]] as const) {
      expect(await stateOf(who, { id })).toMatchObject({ status: "completed", imported: 30 });
      expect(new Set((await entriesOf(who)).map(({ title }) => title)).size).toBe(30);
    }
  });

  it("and new imports do not hold up an import of many turns for ever", async ({ ana, ben }) => {
    const zip = await zipOf({ "a.md": "One" });
    await waiting(ana, zip, "markdown", 1, 50);
    await waiting(ben, zip, "markdown", 1, 0);
    await sql`
      update private.entry_imports set due_at = now() - interval '51 minutes'
      where user_id = ${ana.id}`;
    expect(await turn(Infinity)).toBe(ana.id);
    expect(await turn(Infinity)).toBe(ben.id);
  });

  it("and a request begins with the import of its own", async ({ ana, ben }) => {
    const zip = await zipOf({ "a.md": "One" });
    const others = await waiting(ana, zip, "markdown", 1);
    await sql`update private.entry_imports set due_at = now() - interval '1 hour'`;
    const { import: own } = await ok(ben, "POST", path, form(zip));
    await expect.poll(async () => (await stateOf(ben, own)).status)
      .toBe("completed");
    expect(await stateOf(ana, others)).toMatchObject({ processed: 0 });
    await turn(Infinity);
  });

  it("and an import by a super admin takes its turn among them", async ({ ana, ben }) => {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into private.entry_imports (user_id, file_name, kind, total)
      values (${ana.id}, 'x', 'rows', 120) returning id`;
    await sql`
      insert into private.import_rows (import_id, number, entry, content_hash)
      select ${id}, n, jsonb_build_object('title', 'Row ' || n, 'content', ''), n::text
      from generate_series(1, 120) as n`;
    expect(await turn()).toBe(ana.id);
    await waiting(ben, await zipOf({ "a.md": "One" }), "markdown", 1);
    expect([await turn(), await turn()]).toEqual([ben.id, ana.id]);
    const state = async () =>
      (await sql`select imported, status from private.entry_imports where id = ${id}`)[0];
    expect(await state()).toEqual({ imported: 100, status: "running" });
    while (await turn(Infinity));
    expect(await state()).toEqual({ imported: 120, status: "completed" });
    // The user does not find the import among the user's own imports.
    expect((await ana.api("GET", `${path}/${id}`)).status).toBe(404);
  });

  it("and the job works on four at once, beside the request of a user", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    for (const who of people) await waiting(who, await zipOf({ "a.md": "One" }), "markdown", 1);
    const take = async (p_user_id?: string) => {
      const taken = await serviceClient().rpc("take_entry_import", { p_user_id });
      return must(shaped(Import.nullable(), taken))?.user_id;
    };
    const taken = [await take(), await take(), await take(), await take()];
    expect(new Set(taken)).not.toContain(undefined);
    expect(await take()).toBeUndefined();
    const left = people.find(({ id }) => !taken.includes(id))!;
    expect(await take(left.id)).toBe(left.id);
    await sql`delete from private.entry_imports where user_id = any (${
      people.map(({ id }) => id)
    })`;
  });

  it("and a run that leaves work starts the next run", async ({ ana }) => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n}.md`, markdown(`title: '${n}'`)]),
    );
    const begun = await waiting(ana, await zipOf(files), "markdown", 30);
    let at = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => at += 1500);
    try {
      await runImports();
    } finally {
      clock.mockRestore();
    }
    await expect.poll(async () => (await stateOf(ana, begun)).status)
      .toBe("completed");
    expect(await stateOf(ana, begun)).toMatchObject({ imported: 30 });
  });

  it("but a user cannot start two at a time", async ({ ana }) => {
    await waiting(ana, await zipOf({ "a.md": "One" }), "markdown", 1);
    expect(await outcome(ana, "POST", path, form(await zipOf({ "b.md": "Two" }))))
      .toBe("409 An import is running: wait until it has ended");
    await turn(Infinity);
  });
});

describe("a step goes on", () => {
  it("at every place in the journals of Day One", async () => {
    const files = await openZip(
      new Uint8Array(await (await packed(dayOne(9))).arrayBuffer()),
    );
    const read = (from?: Place) =>
      Array.fromAsync(
        dayOneItems(files, from),
        ({ bytes, place }) => ({ text: new TextDecoder().decode(bytes), place }),
      );
    const all = await read();
    expect(all.map(({ text }) => JSON.parse(text))).toEqual(
      Array.from({ length: 9 }, (_, n) => entry(n)),
    );
    for (const [n, { place }] of all.entries()) expect(await read(place)).toEqual(all.slice(n + 1));
  });

  it("with the pictures of an entry that is made", async ({ ana }) => {
    const photos = ["a", "b", "c", "d"].map((md5) => ({ md5, type: "jpeg" }));
    const zip = await zipOf({
      ...dayOne(4, { photos }),
      "photos/a.jpeg": jpeg(),
      "photos/b.jpeg": jpeg(),
      "photos/d.jpeg": jpeg(),
    });
    const { id } = await waiting(ana, zip, "day_one", 4);
    for (const waiting of [4, 0, 4]) {
      await turn();
      const [row] = await sql`
        select jsonb_array_length(pictures) as waiting from private.entry_imports
        where id = ${id}`;
      expect(row).toEqual({ waiting });
    }
    while (await turn());
    const state = await stateOf(ana, { id });
    expect(state).toMatchObject({ status: "completed", imported: 4 });
    expect(state.errors).toEqual(
      [1, 2, 3, 4].map((row) => ({ row, file: "photos/c.jpeg", error: "is missing" })),
    );
    const counts = await sql`
      select count(*)::int from public.entry_attachments where user_id = ${ana.id}
      group by entry_id`;
    expect(counts.map(({ count }) => count)).toEqual([3, 3, 3, 3]);
  });
});

describe("a large file", () => {
  // 24 MB, of which a request looks at 20.
  const large = async () => await packed(dayOne(243, { richText: "x".repeat(100_000) }));

  it("is not read whole by the request", async ({ ana }) => {
    const { import: started } = await ok(ana, "POST", path, form(await large()));
    expect(started.total).toBeGreaterThan(190);
    expect(started.total).toBeLessThan(220);
    expect(await ended(ana, started)).toMatchObject({ total: 243, imported: 243 });
    const [made] = await sql`
      select made from private.quota_days
      where user_id = ${ana.id} and kind = 'imported entries'`;
    expect(made).toEqual({ made: 243 });
  });

  it("ends where the quota of a day ends", async ({ ana }) => {
    await sql`
      insert into private.quota_days (user_id, kind, day, made)
      values (${ana.id}, 'imported entries', private.utc_today(), 19780)`;
    const { import: started } = await ok(ana, "POST", path, form(await large()));
    const state = await ended(ana, started);
    expect(state).toMatchObject({
      status: "failed",
      error: "At most 20000 imported entries a day (UTC)",
    });
    expect(state.imported).toBeLessThanOrEqual(220);
    expect(await entriesOf(ana)).toHaveLength(state.imported);
  });
});
