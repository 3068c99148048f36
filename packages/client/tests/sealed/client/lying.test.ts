/** Answers of a service that lies, each refused by the name of its failure. */
import { describe, expect } from "vitest";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { fromBase64url } from "../../../src/sealed/bytes.ts";
import { sealingStreamOf } from "../../../src/sealed/file.ts";
import { memberOf, newNotebookKey, newSecret, openAccount } from "../../../src/sealed/mod.ts";
import { wrapKey } from "../../../src/sealed/wrap.ts";
import {
  lie,
  lieOfEntries,
  lieOfFiles,
  liesAboutEntries,
  liesAboutFiles,
  liesAboutLogs,
  LOG,
} from "../../../../../tests/sealed/lies.ts";
import { codeOf, first, second, signedIn } from "./devices.ts";
import { failureOf, scene } from "./lies.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;

describe("a record", () => {
  it.for(liesAboutEntries)("that %s is %s, and the text stays", async (lied, { ana, ben }) => {
    const [, failure, change] = lied;
    const { one, two, entry } = await scene(ana, ben);
    const { entry: old } = await ok(ana, "GET", `/api/journal/${entry}`);
    await one.sealed.entries.update(entry, { content: "second" });
    await one.sealed.sync();
    await two.sealed.sync();
    lieOfEntries(two.proxy, (each) => change({ ...each, version: 9 }, old));
    expect(await failureOf(two, entry)).toBe(failure);
    expect(two.sealed.entries.get(entry)).toMatchObject({ title: "", content: "second" });
    two.proxy.change = undefined;
    expect(await failureOf(two, entry)).toBe(null);
  });

  it("that stands for another of the same version is forked", async ({ ana, ben }) => {
    const { one, two, entry } = await scene(ana, ben);
    const laptop = await second(one);
    // The service keeps the edit of one device back, and shows it later in place of another edit.
    let hidden: Parsed;
    laptop.proxy.change = async (request, answer) => {
      if (request.method !== "PUT") return await answer();
      hidden = (await request.json()).sealed;
      throw new TypeError("fetch failed");
    };
    await laptop.sealed.entries.update(entry, { content: "hidden" });
    await expect(laptop.sealed.sync()).rejects.toMatchObject({ code: "no_network" });
    await one.sealed.entries.update(entry, { content: "shown" });
    await one.sealed.sync();
    await two.sealed.sync({ whole: true });
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "shown" });
    lieOfEntries(two.proxy, (each) => ({ ...each, sealed: { ...hidden, version: 2 } }));
    expect(await failureOf(two, entry)).toBe("forked");
    expect(two.sealed.entries.get(entry)).toMatchObject({ content: "shown" });
  });

  it("is not_signed as another entry", async ({ ana, ben }) => {
    const { one, two, entry, id } = await scene(ana, ben);
    const other = await one.sealed.entries.create({ notebook_id: id, content: "other" });
    await one.sealed.sync();
    const { entry: row } = await ok(ana, "GET", `/api/journal/${other}`);
    lieOfEntries(
      two.proxy,
      (each) => each.id === entry ? { ...each, version: 9, sealed: row.sealed } : each,
    );
    expect(await failureOf(two, entry)).toBe("not_signed");
  });
});

describe("a log", () => {
  it("that is shorter than the device has seen it is rolled_back, and holds up what waits", async ({ ana, ben }) => {
    const { two, id } = await scene(ana, ben);
    await two.sealed.close();
    two.offline.close();
    const again = await signedIn(ben, { storage: two.storage });
    lie(again.proxy, LOG, (answer) => ({ ...answer, log: answer.log.slice(0, 1) }));
    expect(await codeOf(again.sealed.notebooks.refresh(id))).toBe("rolled_back");
    const shown = { failure: "rolled_back", owner: ana.id, readers: [{}, {}] };
    expect(await again.sealed.notebooks.get(id)).toMatchObject(shown);
    again.proxy.change = undefined;
    await again.sealed.notebooks.refresh(id);
    expect(await again.sealed.notebooks.get(id)).toMatchObject({ failure: null });
  });

  it.for(liesAboutLogs)("that %s is %s", async ([, failure, change], { ana, ben }) => {
    const { two, id } = await scene(ana, ben);
    lie(two.proxy, LOG, (answer) => ({ ...answer, log: change(answer.log) }));
    expect(await codeOf(two.sealed.notebooks.refresh(id))).toBe(failure);
  });

  it("with another statement of its owner is forked", async ({ ana, ben }) => {
    const { one, two, id } = await scene(ana, ben);
    // The owner, on a device that was never shown the second statement, signs another one.
    let forked: Parsed[] = [];
    const laptop = await signedIn(ana);
    laptop.proxy.change = async (request, answer) => {
      if (!LOG.test(new URL(request.url).pathname)) return await answer();
      if (request.method === "POST") {
        forked = (await request.json()).statements;
        throw new TypeError("fetch failed");
      }
      const given = await (await answer()).json();
      return Response.json({ ...given, log: given.log.slice(0, 1) });
    };
    await laptop.sealed.keys.enter({ passkey: one.passkey() });
    expect(await codeOf(laptop.sealed.notebooks.renewKey(id))).toBe("no_network");
    lie(two.proxy, LOG, (answer) => ({ ...answer, log: [answer.log[0], ...forked] }));
    expect(await codeOf(two.sealed.notebooks.refresh(id))).toBe("forked");
  });

  it("hands out a key that is not that of the log: wrong_key", async ({ ana, ben }) => {
    const { one, id } = await scene(ana, ben);
    const other = await one.sealed.notebooks.create({ name: "Another" });
    const { wrapped } = await ok(ana, "GET", `/api/notebooks/${other}/sealed`);
    lie(one.proxy, LOG, (answer) => ({ ...answer, wrapped }));
    expect(await codeOf(one.sealed.notebooks.renewKey(id))).toBe("wrong_key");
    // A key of the service's own, in a wrap that opens.
    const { account } = await ok(ana, "GET", "/api/sealed");
    const own = await wrapKey(id, 1, { ...account, id: ana.id }, newNotebookKey());
    lie(one.proxy, LOG, (answer) => ({ ...answer, wrapped: [{ epoch: 1, wrapped: own }] }));
    expect(await codeOf(one.sealed.notebooks.renewKey(id))).toBe("wrong_key");
  });
});

describe("keys of a person", () => {
  it("that people have compared are added, and other keys are forked", async ({ ana, ben, cleo }) => {
    const { one, team_id } = await scene(ana, ben, cleo);
    await first(cleo);
    const id = await one.sealed.notebooks.create({ name: "Two", team_id });
    expect((await one.sealed.notebooks.person(cleo.id)).keys).toBe("new");
    // Keys of the service, with a proof of their own.
    const { x25519, ed25519, proof } = memberOf(await openAccount(newSecret(), cleo.id));
    lie(one.proxy, /\/api\/users\/[^/]+\/sealed$/, () => ({ account: { x25519, ed25519, proof } }));
    expect(await codeOf(one.sealed.notebooks.add(id, [cleo.id]))).toBe("forked");
  });

  it("that were swapped are forked when somebody is added, and former ones rolled_back", async ({ ana, ben, cleo }) => {
    const { one, two, team_id } = await scene(ana, ben);
    await first(cleo);
    const mine = await one.sealed.notebooks.create({ name: "Two", team_id });
    const keysOf = async (who: Person) => (await ok(who, "GET", "/api/sealed")).account;
    const swapped = await keysOf(cleo);
    const path = new RegExp(`/api/users/${ben.id}/sealed$`);
    lie(one.proxy, path, () => ({ account: swapped }));
    expect(await codeOf(one.sealed.notebooks.add(mine, [ben.id]))).toBe("not_signed");

    // Ben starts anew: other keys with a proof of their own.
    const setUp = await two.sealed.keys.setUp({ anew: true });
    await setUp.confirm(setUp.recoveryCode);
    const former = await keysOf(ben);
    await setUp.finish({ passkey: two.passkey() });
    one.proxy.change = undefined;
    expect(await codeOf(one.sealed.notebooks.add(mine, [ben.id]))).toBe("forked");
    const { keys, digits } = await one.sealed.notebooks.person(ben.id);
    expect(keys).toBe("changed");
    expect(digits).toMatch(/^(\d{5} ){11}\d{5}$/);
    expect((await two.sealed.notebooks.person(ana.id)).digits).toBe(digits);
    const others = digits.split(" ").reverse().join(" ");
    expect(await codeOf(one.sealed.notebooks.accept(ben.id, others))).toBe("forked");
    await one.sealed.notebooks.accept(ben.id, digits);
    await one.sealed.notebooks.add(mine, [ben.id]);
    lie(one.proxy, path, () => ({ account: former }));
    expect((await one.sealed.notebooks.person(ben.id)).keys).toBe("former");
    expect(await codeOf(one.sealed.notebooks.accept(ben.id, digits))).toBe("rolled_back");
    const next = await one.sealed.notebooks.create({ name: "Three", team_id });
    expect(await codeOf(one.sealed.notebooks.add(next, [ben.id]))).toBe("rolled_back");
  });
});

describe("a file", () => {
  it("that is truncated, longer or another is altered", async ({ ana }) => {
    const one = await first(ana);
    const id = await one.sealed.notebooks.create({ name: "Mine" });
    const entry = await one.sealed.entries.create({ notebook_id: id, content: "photo" });
    const file = await one.sealed.entries.attach(entry, { file: new Blob(["x".repeat(200_000)]) });
    await one.sealed.sync();
    const wrong = (change: Parameters<typeof lieOfFiles>[1]) => {
      lieOfFiles(one.proxy, change);
      return codeOf(one.sealed.entries.file(entry, file));
    };
    for (const [name, change] of liesAboutFiles) expect(await wrong(change), name).toBe("altered");
    expect(await wrong((bytes) => bytes.slice(0, 65_552))).toBe("altered");
    // Its first two chunks change places.
    const [from, to] = [65_552, 2 * 65_552];
    const exchanged = (bytes: Uint8Array<ArrayBuffer>) =>
      new Uint8Array([...bytes.slice(from, to), ...bytes.slice(0, from), ...bytes.slice(to)]);
    expect(await wrong(exchanged)).toBe("altered");
    // Another file of this length, by a fellow member who has the key.
    const { key } = one.sealed.entries.get(entry)!.files[0]!;
    const { stream } = sealingStreamOf(file, 200_000, fromBase64url(key, 32));
    const stored = new Blob(["y".repeat(200_000)]).stream().pipeThrough(stream);
    const forged = new Uint8Array(await new Response(stored).arrayBuffer());
    expect(await wrong(() => forged)).toBe("altered");
    expect(await wrong((bytes) => bytes)).toBe("no failure");
  });
});

describe("joining", () => {
  it("is refused with a key of somebody in the middle, and with keys of another account", async ({ ana, ben }) => {
    const [phone, other] = [await first(ana), await first(ben)];
    const laptop = await signedIn(ana);
    const joining = await laptop.sealed.keys.join();
    const { account: strange } = await ok(ben, "GET", "/api/sealed");
    lie(phone.proxy, /\/enrolments$/, ({ enrolments }) => ({
      enrolments: enrolments.map((each: Parsed) => ({ ...each, public_key: strange.x25519 })),
    }));
    const [swapped] = await phone.sealed.keys.asking();
    expect(await codeOf(phone.sealed.keys.admit(swapped!, joining.signs))).toBe("refused");

    // The new device is shown other keys of its account than the old one has.
    lie(laptop.proxy, /\/api\/sealed$/, ({ account }) => ({
      account: { ...account, x25519: strange.x25519, ed25519: strange.ed25519 },
    }));
    const deceived = await laptop.sealed.keys.join();
    phone.proxy.change = undefined;
    const asking = (await phone.sealed.keys.asking()).find(({ id }) => id === deceived.id);
    expect(await codeOf(phone.sealed.keys.admit(asking!, deceived.signs))).toBe("refused");
    expect(await codeOf(laptop.sealed.keys.enter({ passkey: phone.passkey() }))).toBe("wrong_key");
    expect(other.sealed.state).toBe("open");
  });
});
