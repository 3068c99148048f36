/** Answers of a service that lies about something else than what was asked. */
import { describe, expect } from "vitest";
import { makeTeam } from "../../../../../tests/journal/people.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { lie, LOG } from "../../../../../tests/sealed/lies.ts";
import { codeOf, first, signedIn } from "./devices.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

/** A notebook of Ana alone and a notebook that Ben reads too, with an entry in each. */
async function scene(ana: Person, ben: Person) {
  const [one, two] = [await first(ana), await first(ben)];
  const { team_id } = await makeTeam(ana, [ben]);
  const { notebooks, entries } = one.sealed;
  const mine = await notebooks.create({ name: "Mine" });
  const ours = await notebooks.create({ name: "Ours", team_id });
  await notebooks.add(ours, [ben.id]);
  const secret = await entries.create({ notebook_id: mine, content: "secret" });
  const said = await entries.create({ notebook_id: ours, content: "said" });
  await one.sealed.sync();
  await two.sealed.sync();
  return { one, two, mine, ours, secret, said };
}

describe("an answer about another entry", () => {
  it("moves no text of that entry out, nor into a notebook of others", async ({ ana, ben }) => {
    const { one, two, ours, secret, said } = await scene(ana, ben);
    const { entries } = one.sealed;
    const harmless = await entries.create({
      notebook_id: await one.sealed.notebooks.create({ name: "Other" }),
      content: "harmless",
    });
    await one.sealed.sync();
    const row = await ok(ana, "GET", `/api/journal/${secret}`);
    for (const id of [said, harmless]) lie(one.proxy, new RegExp(`/api/journal/${id}$`), () => row);
    expect(await codeOf(entries.moveIn(harmless, ours))).toBe("not_signed");
    lie(one.proxy, new RegExp(`/api/journal/${said}$`), () => row);
    expect(await codeOf(entries.moveOut(said, null))).toBe("not_signed");
    one.proxy.change = undefined;
    await one.sealed.sync();
    await two.sealed.sync({ whole: true });
    expect(two.sealed.entries.list().map(({ content }) => content)).toEqual(["said"]);
    const { entry } = await ok(ana, "GET", `/api/journal/${said}`);
    expect(entry).toMatchObject({ is_sealed: true, content: "" });
  });

  it("is joined with no edit", async ({ ana, ben }) => {
    const { one, secret, said } = await scene(ana, ben);
    const row = await ok(ana, "GET", `/api/journal/${secret}`);
    one.proxy.change = async (request, answer) => {
      if (!request.url.endsWith(`/api/journal/${said}`)) return await answer();
      if (request.method === "GET") return Response.json(row);
      return Response.json({ error: { code: "changed_meanwhile", message: "" } }, { status: 412 });
    };
    await one.sealed.entries.update(said, { content: "said more" });
    await one.sealed.sync();
    expect(one.sealed.entries.get(said)?.content).toBe("said");
    expect(one.sealed.entries.conflicts).toMatchObject([{
      mine: { content: "said more" },
      refusal: { code: "not_signed" },
    }]);
  });

  it("puts no comment below an entry for which it was not written", async ({ ana, ben }) => {
    const { one, two, ours, said } = await scene(ana, ben);
    const other = await one.sealed.entries.create({ notebook_id: ours, content: "other" });
    await one.sealed.sync();
    await two.sealed.sync();
    await two.sealed.comments.add(other, "I agree");
    await two.sealed.sync();
    const answer = await ok(ana, "GET", `/api/journal/${other}/comments`);
    lie(one.proxy, new RegExp(`/api/journal/${said}/comments$`), () => answer);
    expect(await one.sealed.comments.list(said)).toMatchObject([{
      entry_id: said,
      content: "",
      failure: "moved",
    }]);
  });
});

describe("an answer that names another notebook", () => {
  it("to a write seals neither the next one nor a comment for its members", async ({ ana, ben }) => {
    const { one, two, ours, secret } = await scene(ana, ben);
    const named = (each: Parsed) => each.id === secret ? { ...each, notebook_id: ours } : each;
    lie(one.proxy, /\/api\/(sync|journal)/, (answer) => {
      if (answer.entry) return { entry: named(answer.entry) };
      if (!answer.changes) return answer;
      const journal_entries = answer.changes.journal_entries?.map(named) ?? [];
      return { ...answer, changes: { ...answer.changes, journal_entries } };
    });
    const { entries, comments } = one.sealed;
    for (const content of ["more secret", "most secret"]) {
      await entries.update(secret, { content });
      await one.sealed.sync().catch(() => {});
    }
    await comments.add(secret, "a secret too");
    await one.sealed.sync().catch(() => {});
    const sent: Parsed[] = [];
    for (const request of one.requests) {
      if (!["POST", "PUT"].includes(request.method)) continue;
      const { sealed } = await request.clone().json().catch(() => ({}));
      if (sealed?.record && request.url.includes(secret)) sent.push({ request, sealed });
    }
    expect(sent.filter(({ request }) => request.url.endsWith("/comments"))).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);

    // The service shows a member of the other notebook all that it was sent.
    const { entry: row } = await ok(ana, "GET", `/api/journal/${secret}`);
    for (const { sealed } of sent) {
      for (const version of [1, 2, 3, 4]) {
        const shown = { ...row, notebook_id: ours, version, sealed: { ...sealed, version } };
        lie(two.proxy, /\/api\/journal$/, (answer) => ({ ...answer, entries: [shown] }));
        await two.sealed.sync({ whole: true });
        expect(two.sealed.entries.get(secret)?.content).toBe("");
      }
    }
  });
});

describe("an answer with another log", () => {
  it("takes the place of no notebook that was just made", async ({ ana, ben }) => {
    const [one, two] = [await first(ana), await first(ben)];
    const { notebooks, entries } = one.sealed;
    const { team_id } = await makeTeam(ben, [ana]);
    const id = crypto.randomUUID();
    // A notebook of Ben's, under the id that Ana's device has chosen.
    let stolen: Parsed;
    one.proxy.change = async (request, answer) => {
      const { pathname } = new URL(request.url);
      if (request.method === "POST" && pathname.endsWith("/api/notebooks")) {
        await two.sealed.notebooks.create({ id, name: "Mine", team_id });
        await two.sealed.notebooks.add(id, [ana.id]);
        stolen = await ok(ana, "GET", `/api/notebooks/${id}/sealed`);
        const { notebook } = await ok(ben, "GET", `/api/notebooks/${id}`);
        return Response.json({ notebook }, { status: 201 });
      }
      return LOG.test(pathname) ? Response.json(stolen) : await answer();
    };
    expect(await codeOf(notebooks.create({ id, name: "Mine" }))).toBe("forked");
    expect(await codeOf(entries.create({ notebook_id: id, content: "secret" }))).toBe("refused");
    await one.sealed.sync();
    expect(notebooks.ids).toEqual([]);
  });
});

describe("a notebook of somebody else", () => {
  it("is written openly by no device that has seen it sealed, also while it is locked", async ({ ana, ben }) => {
    const { two, ours } = await scene(ana, ben);
    await two.sealed.keys.lock();
    await two.sealed.close();
    two.offline.close();
    const again = await signedIn(ben, { storage: two.storage });
    lie(again.proxy, /\/api\/notebooks/, (answer) => ({
      ...answer,
      ...answer.notebook && { notebook: { ...answer.notebook, is_sealed: false } },
    }));
    const text = { notebook_id: ours, content: "secret" };
    expect(await codeOf(again.offline.create("journal_entries", text))).toBe("sealed");
    expect(again.offline.isSealed(ours)).toBe(true);
  });
});
