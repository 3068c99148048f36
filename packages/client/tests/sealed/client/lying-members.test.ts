/** A service that lies about the members and keys of a sealed notebook: each lie is refused by its name. */
import { describe, expect } from "vitest";
import { makeTeam } from "../../../../../tests/journal/people.ts";
import {
  add,
  type Device,
  deviceOf,
  makeSealed,
  ofTeam,
} from "../../../../../tests/sealed/devices.ts";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { toBase64url, toJson } from "../../../src/sealed/bytes.ts";
import { signedText } from "../../../src/sealed/log-reading.ts";
import {
  type Change,
  keyHash,
  memberOf,
  newNotebookKey,
  newSecret,
  openAccount,
  readLog,
  type SealedAccount,
  type SealedLog,
  signStatement,
  wrapForMembers,
} from "../../../src/sealed/mod.ts";
import { signed } from "../../../src/sealed/primitives.ts";
import { lie, LOG } from "../../../../../tests/sealed/lies.ts";
import { codeOf, first, type SealedDevice } from "./devices.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

/** A notebook of Ana's that Ben and Cleo read. Cleo and a ghost help the service. */
async function scene(ana: Person, ben: Person, cleo: Person) {
  const [one, two, helper] = [await first(ana), await first(ben), await deviceOf(cleo)];
  const ghost = await openAccount(newSecret(), crypto.randomUUID());
  const { team_id } = await makeTeam(ana, [ben, cleo]);
  const id = await one.sealed.notebooks.create({ name: "Ours", team_id });
  await one.sealed.notebooks.add(id, [ben.id, cleo.id]);
  await two.sealed.sync();
  const logOf = async (who: Person): Promise<Parsed[]> =>
    (await ok(who, "GET", `/api/notebooks/${id}/sealed`)).log;
  return { one, two, helper, ghost, id, team_id, log: await logOf(ana), logOf };
}

/** A statement in the name of a person, signed by another account, against the rules of the log. */
async function said(by: string, { signing }: SealedAccount, log: SealedLog, change: Change) {
  const { type, ...rest } = change;
  const at = new Date().toISOString();
  const statement = toJson({
    ...{ notebook: log.notebook, seq: log.seq + 1, prev: log.hash, type, by, at },
    ...("member" in rest ? { member: memberOf(rest.member) } : rest),
  });
  return { statement, signature: toBase64url(await signed(signing, signedText(statement))) };
}

/** A rotation of a service that knows the key. */
const rotation = async (log: SealedLog, skipped = 0): Promise<Change> => ({
  type: "rotate",
  epoch: log.epoch + 1 + skipped,
  key_hash: await keyHash(newNotebookKey()),
});

/** A device refuses a log by this name, shows who reads the notebook as before, and keeps what is written. */
async function refuses(own: SealedDevice, id: string, log: Parsed[], code: string) {
  const before = await own.sealed.notebooks.get(id);
  lie(own.proxy, LOG, (answer) => ({ ...answer, log }));
  expect(await codeOf(own.sealed.notebooks.refresh(id))).toBe(code);
  expect(await own.sealed.notebooks.get(id)).toEqual({ ...before, failure: code });
  const entry = await own.sealed.entries.create({ notebook_id: id, content: code });
  await expect(own.sealed.sync()).rejects.toMatchObject({ code });
  expect(own.sealed.entries.status?.pending.journal_entries).toEqual({ objects: 1, writes: 1 });
  own.proxy.change = undefined;
  await own.sealed.sync();
  expect(await own.sealed.notebooks.get(id)).toEqual(before);
  expect(own.sealed.entries.get(entry)).toMatchObject({ content: code, version: 1, failure: null });
}

describe("a log", () => {
  it("with swapped keys of a member is not_signed", async ({ ana, ben, cleo }) => {
    const { two, ghost, id, log } = await scene(ana, ben, cleo);
    const { x25519, ed25519 } = ghost;
    const statement = JSON.parse(log[2].statement);
    statement.member = { ...statement.member, x25519, ed25519 };
    const swapped = { ...log[2], statement: JSON.stringify(statement) };
    await refuses(two, id, [log[0], log[1], swapped], "not_signed");
  });

  it("with a ghost is not_signed, or not_a_member when a member helps", async ({ ana, ben, cleo }) => {
    const { two, helper, ghost, id, log } = await scene(ana, ben, cleo);
    const read = await readLog(id, log);
    const add: Change = { type: "add", member: memberOf(ghost) };
    await refuses(two, id, [...log, await said(ana.id, ghost, read, add)], "not_signed");
    const byMember = await said(cleo.id, helper.account, read, add);
    await refuses(two, id, [...log, byMember], "not_a_member");
    const byGhost = await said(ghost.id, ghost, read, add);
    await refuses(two, id, [...log, byGhost], "not_a_member");
  });

  it("whose owner adds keys that their owner has not proven is not_signed", async ({ ana, ben, cleo }) => {
    const { two, helper, ghost, team_id } = await scene(ana, ben, cleo);
    const { id } = await makeSealed(helper, ofTeam(team_id));
    const { account } = await ok(ben, "GET", "/api/sealed");
    await add(helper, id, { ...ben, account: { ...account, id: ben.id } } as Device);
    await two.sealed.sync();
    const { log: given } = await ok(ben, "GET", `/api/notebooks/${id}/sealed`);
    const member = { ...memberOf(ghost), proof: helper.account.proof };
    const change: Change = { type: "add", member };
    const unproven = await said(cleo.id, helper.account, await readLog(id, given), change);
    await refuses(two, id, [...given, unproven], "not_signed");
  });

  it("that is replayed, in another order or of another notebook is altered", async ({ ana, ben, cleo }) => {
    const { one, two, helper, id, log } = await scene(ana, ben, cleo);
    await refuses(two, id, [...log, log[2]], "altered");
    await refuses(two, id, [...log, ...log], "altered");
    await refuses(two, id, [log[0], log[2], log[1]], "altered");
    const other = await one.sealed.notebooks.create({ name: "Another" });
    const { log: strange } = await ok(ana, "GET", `/api/notebooks/${other}/sealed`);
    await refuses(two, id, strange, "altered");
    // Statements that a member has signed, behind another one or with another number.
    const read = await readLog(id, log);
    const change = await rotation(read);
    for (const place of [{ ...read, hash: read.hashes[1]! }, { ...read, seq: read.seq + 1 }]) {
      const elsewhere = await said(cleo.id, helper.account, place, change);
      await refuses(two, id, [...log, elsewhere], "altered");
    }
  });

  it("with a forged rotation is not_signed, altered or not_a_member", async ({ ana, ben, cleo }) => {
    const { one, two, helper, ghost, id, log, logOf } = await scene(ana, ben, cleo);
    const read = await readLog(id, log);
    const forged = await said(ana.id, ghost, read, await rotation(read));
    await refuses(two, id, [...log, forged], "not_signed");
    const skipping = await said(cleo.id, helper.account, read, await rotation(read, 1));
    await refuses(two, id, [...log, skipping], "altered");
    // A removed member would make the next key.
    await one.sealed.notebooks.remove(id, [cleo.id]);
    await two.sealed.sync();
    const after = await logOf(ben);
    const then = await readLog(id, after);
    const late = await said(cleo.id, helper.account, then, await rotation(then));
    await refuses(two, id, [...after, late], "not_a_member");
  });

  it("without the removal that the device has sent is rolled_back", async ({ ana, ben, cleo }) => {
    const { one, id, log } = await scene(ana, ben, cleo);
    const { wrapped } = await ok(ana, "GET", `/api/notebooks/${id}/sealed`);
    lie(one.proxy, LOG, (answer) => answer.log ? { ...answer, log, wrapped, epoch: 1 } : answer);
    expect(await codeOf(one.sealed.notebooks.remove(id, [cleo.id]))).toBe("rolled_back");
    const entry = await one.sealed.entries.create({ notebook_id: id, content: "of two" });
    await expect(one.sealed.sync()).rejects.toMatchObject({ code: "rolled_back" });
    one.proxy.change = undefined;
    await one.sealed.sync();
    expect(await one.sealed.notebooks.get(id)).toMatchObject({
      epoch: 2,
      failure: null,
      readers: [{ id: ana.id }, { id: ben.id }],
    });
    expect(one.sealed.entries.get(entry)).toMatchObject({ content: "of two", version: 1 });
  });

  it("that is refused after the removal of a member is written with no former key", async ({ ana, ben, cleo }) => {
    const { one, id } = await scene(ana, ben, cleo);
    let isHidden = false;
    const sent: string[] = [];
    one.proxy.change = async (request, answer) => {
      const isLog = LOG.test(new URL(request.url).pathname);
      if (isHidden && isLog && request.method === "GET") {
        return Response.json({ error: "Refused", code: "conflict" }, { status: 409 });
      }
      isHidden ||= isLog && request.method === "POST";
      if (request.url.endsWith("/api/journal") && request.method === "POST") {
        sent.push(await request.clone().text());
      }
      return await answer();
    };
    await one.sealed.notebooks.remove(id, [cleo.id]);
    await one.sealed.entries.create({ notebook_id: id, content: "of two" });
    await one.sealed.sync().catch(() => {});
    expect(sent).toEqual([]);
    isHidden = false;
    one.proxy.change = undefined;
    await one.sealed.entries.resolve(one.sealed.entries.conflicts[0]!, "mine");
    await one.sealed.sync();
    expect((await one.sealed.notebooks.get(id)).epoch).toBe(2);
    expect(one.sealed.entries.list({ notebook_id: id })).toMatchObject([{ content: "of two" }]);
  });

  it("that somebody else has begun is forked on the device that made the notebook", async ({ ana, ben }) => {
    const [one, strange] = [await first(ana), await deviceOf(ben)];
    const id = crypto.randomUUID();
    const answer = await begun(strange, id, {
      id: ana.id,
      ...(await ok(ana, "GET", "/api/sealed")).account,
    });
    lie(one.proxy, LOG, (given) => ({ ...given, ...answer }));
    expect(await codeOf(one.sealed.notebooks.create({ id, name: "Mine" }))).toBe("forked");
    expect(one.sealed.notebooks.ids).toEqual([]);
    one.proxy.change = undefined;
  });
});

/** The log and the wrap of a notebook that somebody has begun with another member. */
async function begun({ account }: Device, id: string, member: Parsed) {
  const key = newNotebookKey();
  const create: Change = {
    type: "create",
    epoch: 1,
    key_hash: await keyHash(key),
    member: memberOf(account),
  };
  const { log: made, ...one } = await signStatement(account, id, null, create);
  const { log, ...two } = await signStatement(account, id, made, { type: "add", member });
  const [wrap] = await wrapForMembers(account, log, key, [member.id]);
  return { log: [one, two], wrapped: [{ epoch: 1, wrapped: wrap!.wrapped }] };
}
