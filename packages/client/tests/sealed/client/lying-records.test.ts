/** A service that lies about records, comments and writes: each lie is refused by its name. */
import { describe, expect } from "vitest";
import { makeTeam, write } from "../../../../../tests/journal/people.ts";
import { deviceOf, opened } from "../../../../../tests/sealed/devices.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { fromBase64url, toBase64url, toJson } from "../../../src/sealed/bytes.ts";
import { newNotebookKey, sealRecord } from "../../../src/sealed/mod.ts";
import { derivable } from "../../../src/sealed/primitives.ts";
import { sealJson } from "../../../src/sealed/record.ts";
import { lie, lieOfEntries } from "../../../../../tests/sealed/lies.ts";
import { codeOf, first, type SealedDevice, second } from "./devices.ts";
import { failureOf, scene } from "./lies.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

const rowOf = async (who: Person, id: string): Promise<Parsed> =>
  (await ok(who, "GET", `/api/journal/${id}`)).entry;

describe("an entry", () => {
  it("in another notebook is not_signed, and stays where it was", async ({ ana, ben }) => {
    const { one, two, id, entry, team_id } = await scene(ana, ben);
    const other = await one.sealed.notebooks.create({ name: "Another", team_id });
    await one.sealed.notebooks.add(other, [ben.id]);
    await two.sealed.sync();
    const row = await rowOf(ana, entry);
    lie(two.proxy, /\/api\/journal$/, (answer, url) => ({
      ...answer,
      entries: url.searchParams.get("notebook_id") === other
        ? [{ ...row, version: 9, notebook_id: other }]
        : [],
    }));
    expect(await failureOf(two, entry)).toBe("not_signed");
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "first", notebook_id: id });
    two.proxy.change = undefined;
    expect(await failureOf(two, entry)).toBe(null);
  });

  it("of another member is not_signed, and stays its author's", async ({ ana, ben, cleo }) => {
    await deviceOf(cleo);
    const { one, two, id, entry } = await scene(ana, ben, cleo);
    await one.sealed.notebooks.add(id, [cleo.id]);
    lieOfEntries(two.proxy, (each) => ({ ...each, version: 9, user_id: cleo.id }));
    expect(await failureOf(two, entry)).toBe("not_signed");
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "first", user_id: ana.id });
  });

  it("of an author whose id another member has signed for is not_signed", async ({ ana, ben, cleo }) => {
    const helper = await deviceOf(cleo);
    const { one, two, id, entry } = await scene(ana, ben, cleo);
    await one.sealed.notebooks.add(id, [cleo.id]);
    const { log, keys } = await opened(helper, id);
    const written_at = new Date((await rowOf(ana, entry)).written_at).toISOString();
    const about = { kind: "entry", object_id: entry, version: 9 } as const;
    const text = { title: "", content: "false", mood: null, tags: [], written_at };
    const fields = { ...text, template_id: null, files: [] };
    const record = await sealRecord(helper.account, log, keys, about, fields);
    const sealed = { ...record, version: 9 };
    lieOfEntries(two.proxy, (each) => ({ ...each, version: 9, user_id: cleo.id, sealed }));
    expect(await failureOf(two, entry)).toBe("not_signed");
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "first", user_id: ana.id });
    two.proxy.change = undefined;
    expect(await failureOf(two, entry)).toBe(null);
    // The author's own copy is not replaced by the list of the notebook.
    lie(one.proxy, /\/api\/journal$/, (answer) => ({
      ...answer,
      entries: answer.entries?.map((each: Parsed) => ({ ...each, user_id: cleo.id, sealed })),
    }));
    expect(await failureOf(one, entry)).toBe(null);
    expect(one.sealed.entries.get(entry)).toMatchObject({ content: "first", user_id: ana.id });
  });

  it("that is a comment is not_signed, and a comment that is an entry too", async ({ ana, ben }) => {
    const { one, two, entry } = await scene(ana, ben);
    await one.sealed.comments.add(entry, "said");
    await one.sealed.sync();
    const { comments: [comment] } = await ok(ana, "GET", `/api/journal/${entry}/comments`);
    const { sealed } = await rowOf(ana, entry);
    lieOfEntries(
      two.proxy,
      (each) => ({ ...each, version: 9, sealed: { ...comment.sealed, version: 9 } }),
    );
    expect(await failureOf(two, entry)).toBe("not_signed");
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "first" });
    lie(two.proxy, /\/comments$/, () => ({
      comments: [{ ...comment, id: entry, sealed: { ...sealed, version: 1 } }],
      next_cursor: null,
    }));
    expect(await two.sealed.comments.list(entry)).toMatchObject([
      { content: "", failure: "not_signed" },
    ]);
  });

  it("with another commitment is not_signed, and wrong_key when its author has signed it", async ({ ana, cleo }) => {
    const [one, author] = [await first(ana), await deviceOf(cleo)];
    const { team_id } = await makeTeam(ana, [cleo]);
    const notebook_id = await one.sealed.notebooks.create({ name: "Ours", team_id });
    await one.sealed.notebooks.add(notebook_id, [cleo.id]);
    const { log } = await opened(author, notebook_id);
    const written_at = "2026-11-20T08:30:00.000Z";
    const object_id = crypto.randomUUID();
    const text = {
      ...{ title: "", content: "false", mood: null, tags: [], written_at },
      ...{ template_id: null, files: [], log: { seq: log.seq, hash: log.hash } },
    };
    const about = {
      kind: "entry" as const,
      notebook_id,
      object_id,
      author_id: cleo.id,
      version: 1,
    };
    const other = await derivable(newNotebookKey());
    const sealed = await sealJson(author.account.signing, other, 1, about, toJson(text));
    await ok(cleo, "POST", "/api/journal", { id: object_id, notebook_id, written_at, sealed });
    expect(await failureOf(one, object_id)).toBe("wrong_key");
    expect(one.sealed.entries.get(object_id)).toMatchObject({ content: "" });
    lieOfEntries(one.proxy, (each) => {
      const record = fromBase64url(each.sealed.record);
      record[40]! ^= 1;
      return { ...each, sealed: { ...each.sealed, record: toBase64url(record) } };
    });
    expect(await failureOf(one, object_id)).toBe("not_signed");
  });

  it("that another one stands for is not_signed when it is moved, and moves nowhere", async ({ ana }) => {
    const one = await first(ana);
    const { notebooks, entries } = one.sealed;
    const [from, to] = [
      await notebooks.create({ name: "A" }),
      await notebooks.create({ name: "B" }),
    ];
    const [entry, other] = await Promise.all(
      ["mine", "other"].map((content) => entries.create({ notebook_id: from, content })),
    );
    await one.sealed.sync();
    const row = await rowOf(ana, other!);
    lie(one.proxy, new RegExp(`/api/journal/${entry}$`), () => ({ entry: row }));
    expect(await codeOf(entries.moveIn(entry!, to))).toBe("not_signed");
    one.proxy.change = undefined;
    await one.sealed.sync();
    expect(entries.get(entry!)).toMatchObject({
      content: "mine",
      notebook_id: from,
      failure: null,
    });
    expect(entries.unfinishedMoves).toEqual([]);
  });

  it("that is open brings no text of another one to the readers of a sealed notebook", async ({ ana, ben }) => {
    const { one, two, id } = await scene(ana, ben);
    const [mine, secret] = await Promise.all(
      ["mine", "secret"].map((content) => write(ana, { content })),
    );
    const row = await rowOf(ana, secret!.id);
    lie(one.proxy, new RegExp(`/api/journal/${mine!.id}$`), () => ({ entry: row }));
    expect(await codeOf(one.sealed.entries.moveIn(mine!.id, id))).toBe("not_signed");
    one.proxy.change = undefined;
    await one.sealed.sync();
    await two.sealed.sync({ whole: true });
    expect(two.sealed.entries.list()).toMatchObject([{ content: "first" }]);
  });
});

describe("a comment", () => {
  it("on another entry is moved", async ({ ana, ben }) => {
    const { one, two, id, entry } = await scene(ana, ben);
    await two.sealed.comments.add(entry, "of the first");
    await two.sealed.sync();
    const other = await one.sealed.entries.create({ notebook_id: id, content: "other" });
    await one.sealed.sync();
    const answer = await ok(ana, "GET", `/api/journal/${entry}/comments`);
    lie(one.proxy, new RegExp(`/api/journal/${other}/comments$`), () => answer);
    expect(await one.sealed.comments.list(other)).toMatchObject([
      { content: "", failure: "moved", entry_id: other },
    ]);
    expect(await one.sealed.comments.list(entry)).toMatchObject([
      { content: "of the first", failure: null },
    ]);
  });

  it("is sealed for nobody while the service shows its entry in another notebook", async ({ ana, ben, cleo }) => {
    await deviceOf(cleo);
    const { one, two, id, entry, team_id } = await scene(ana, ben, cleo);
    const other = await two.sealed.notebooks.create({ name: "Another", team_id });
    await two.sealed.notebooks.add(other, [cleo.id]);
    const row = await rowOf(ana, entry);
    lie(two.proxy, /\/api\/journal$/, (answer, url) => ({
      ...answer,
      entries: url.searchParams.get("notebook_id") === other
        ? [{ ...row, version: 9, notebook_id: other }]
        : [],
    }));
    expect(await failureOf(two, entry)).toBe("not_a_member");
    await two.sealed.comments.add(entry, "for its readers");
    await two.sealed.sync();
    expect(two.sealed.entries.waiting).toMatchObject([{ refusal: { code: "not_a_member" } }]);
    two.proxy.change = undefined;
    expect(await one.sealed.comments.list(entry)).toEqual([]);
    expect(two.sealed.entries.get(entry)).toMatchObject({ notebook_id: id });
  });
});

/** The answers to writes of entries are those of a service that lies; what is written waits and arrives once. */
async function waits(own: SealedDevice, change: (entry: Parsed) => Parsed, code: string) {
  own.proxy.change = async (request, answer) => {
    const response = await answer();
    const isWrite = ["POST", "PUT"].includes(request.method) &&
      /\/api\/journal(\/[^/]+)?$/.test(new URL(request.url).pathname);
    if (!isWrite || !response.ok) return response;
    return Response.json({ entry: change((await response.json()).entry) });
  };
  await expect(own.sealed.sync()).rejects.toMatchObject({ code });
  own.proxy.change = undefined;
  await own.sealed.sync();
  expect(own.sealed.entries.conflicts).toEqual([]);
  expect(own.sealed.entries.status?.pending).toEqual({});
}

describe("the answer to a write", () => {
  it("with another notebook or entry is not_signed, and the next edit is for the readers of the first", async ({ ana, ben }) => {
    const { one, two, id, entry } = await scene(ana, ben);
    const other = await one.sealed.notebooks.create({ name: "Another" });
    const row = await rowOf(ana, entry);
    const made = await one.sealed.entries.create({ notebook_id: id, content: "made" });
    await waits(one, (each) => ({ ...each, notebook_id: other }), "not_signed");
    expect(one.sealed.entries.get(made)).toMatchObject({ content: "made", notebook_id: id });
    await one.sealed.entries.update(made, { content: "edited" });
    await waits(one, () => row, "not_signed");
    await two.sealed.sync();
    expect(two.sealed.entries.list({ direction: "ascending" })).toMatchObject([
      { content: "first", failure: null },
      { content: "edited", failure: null, version: 2 },
    ]);
  });

  it("with the record before it is rolled_back", async ({ ana, ben }) => {
    const { one, entry } = await scene(ana, ben);
    const row = await rowOf(ana, entry);
    await one.sealed.entries.update(entry, { content: "second" });
    await waits(one, () => row, "rolled_back");
    expect(one.sealed.entries.get(entry)).toMatchObject({ content: "second", failure: null });
    const laptop = await second(one);
    expect(laptop.sealed.entries.get(entry)).toMatchObject({ content: "second", version: 2 });
  });
});
