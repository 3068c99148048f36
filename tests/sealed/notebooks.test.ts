/** Sealed notebooks, their members and their keys. */
import { describe, expect } from "vitest";
import { memberOf } from "../../packages/client/src/sealed/mod.ts";
import { makeTeam } from "../journal/people.ts";
import { it } from "../support/it.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  add,
  addition,
  type Device,
  deviceOf,
  entryBody,
  firstOf,
  lone,
  makeSealed,
  ofTeam,
  opened,
  readSealed,
  removal,
  remove,
  sealedPath,
  writeSealed,
} from "./devices.ts";

describe("a sealed notebook", () => {
  it("is made with the first statement of its log, and opened with the caller's own wrap", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const notebook = await makeSealed(owner);
    expect(notebook).toMatchObject({
      is_sealed: true,
      user_id: ana.id,
      metadata_visibility: "user",
    });
    const state = await opened(owner, notebook.id);
    expect(state).toMatchObject({ epoch: 1, rotation_due: false, closed: false, gone: [] });
    expect([...state.keys.keys()]).toEqual([1]);
    const entry = await writeSealed(owner, notebook.id, { text: { content: "nobody reads this" } });
    expect((await readSealed(owner, entry)).content).toBe("nobody reads this");
  });

  it("answers a repeated request with the notebook that is there", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const id = crypto.randomUUID();
    const body = { id, name: "Ours", sealed: await firstOf(owner, id) };
    expect((await ana.api("POST", "/api/notebooks", body)).status).toBe(201);
    const again = await ana.api("POST", "/api/notebooks", body);
    expect([again.status, again.body.notebook.is_sealed]).toEqual([200, true]);
  });

  it("needs keys, the client's id, and a first statement by its maker", async ({ ana, ben }) => {
    const [owner, other] = [await deviceOf(ana), await deviceOf(ben)];
    const id = crypto.randomUUID();
    const sealed = await firstOf(owner, id);
    const post = (body: unknown, who = ana) => codeOf(who.api("POST", "/api/notebooks", body));
    expect(await post({ name: "Ours", sealed })).toBe("400 invalid_input");
    expect(await post({ id, name: "Ours", sealed }, ben)).toBe("400 wrong_statement");
    expect(await post({ id: crypto.randomUUID(), name: "Ours", sealed })).toBe(
      "400 wrong_statement",
    );
    const [forged] = [await firstOf(other, id)];
    expect(await post({ id, name: "O", sealed: { ...sealed, signature: forged.signature } }))
      .toBe("400 wrong_statement");
    expect(await post({ id, name: "O", sealed: { ...sealed, wrapped: "AAAA" } }))
      .toBe("400 wrong_statement");
    await sql`delete from private.sealed_accounts where user_id = ${ana.id}`;
    expect(await post({ id, name: "Ours", sealed })).toBe("409 no_account");
  });

  it("is its owner's or one team's, in both visibilities, and sealed for good", async ({ ana, ben }) => {
    const owner = await deviceOf(ana);
    const { org_id, team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner);
    const put = (body: unknown) => codeOf(ana.api("PUT", `/api/notebooks/${id}`, body));
    expect(await put({ metadata_visibility: "public", content_visibility: "public" }))
      .toBe("409 sealed");
    expect(await put({ metadata_visibility: "org", content_visibility: "org", org_id }))
      .toBe("409 sealed");
    expect(await put({ metadata_visibility: "team", team_id })).toBe("409 sealed");
    expect(await put(ofTeam(team_id))).toBe("200");
    expect((await ok(ben, "GET", `/api/notebooks/${id}`)).notebook.is_sealed).toBe(true);
    const patch = await ana.client.from("notebooks").update({ is_sealed: false }).eq("id", id);
    expect(patch.error?.code).toBe("42501");
    const made = await ana.client.from("notebooks").insert({ name: "X", is_sealed: true });
    expect(made.error?.code).toBe("42501");
  });

  it("is deleted when it is empty", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    expect(await codeOf(ana.api("DELETE", `/api/notebooks/${id}`))).toBe("409 not_empty");
    const { error } = await ana.client.from("notebooks").delete().eq("id", id);
    expect(error?.code).toBe("PT409");
    await ok(ana, "DELETE", `/api/journal/${entry.id}`);
    expect(await codeOf(ana.api("DELETE", `/api/notebooks/${id}`))).toBe("200");
    expect(await sql`select from private.sealed_log where notebook_id = ${id}`).toHaveLength(0);
  });
});

describe("the log", () => {
  it("lets the owner add members, who read everything and write entries of their own", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const first = await writeSealed(owner, id, { text: { content: "before Ben came" } });
    expect(await codeOf(ben.api("GET", sealedPath(id)))).toBe("403 forbidden");
    await add(owner, id, member);
    expect((await readSealed(member, first)).content).toBe("before Ben came");
    const second = await writeSealed(member, id, { text: { content: "Ben's own page" } });
    expect(second.user_id).toBe(ben.id);
    const { entry } = await ok(ana, "GET", `/api/journal/${second.id}`);
    expect((await readSealed(owner, entry)).content).toBe("Ben's own page");
  });

  it("hands each member its own wraps alone", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const [a, b] = [await ok(ana, "GET", sealedPath(id)), await ok(ben, "GET", sealedPath(id))];
    expect([a.wrapped.length, b.wrapped.length]).toEqual([1, 1]);
    expect(a.wrapped[0].wrapped).not.toBe(b.wrapped[0].wrapped);
  });

  it("removes a member and makes a new key in one request", async ({ ana, ben, cleo }) => {
    const [owner, member, left] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member, left);
    const kept = await opened(left, id);
    await remove(owner, id, cleo.id);
    const state = await opened(member, id);
    expect(state).toMatchObject({ epoch: 2, rotation_due: false });
    expect([...state.keys.keys()].sort()).toEqual([1, 2]);
    expect(await codeOf(cleo.api("GET", sealedPath(id)))).toBe("403 forbidden");
    const old = await entryBody(left, id, { kept });
    expect(await codeOf(cleo.api("POST", "/api/journal", old))).toBe("409 not_a_member");
    const late = await entryBody(owner, id, { kept: { ...kept, keys: kept.keys } }).catch(() =>
      null
    );
    expect(late && await codeOf(ana.api("POST", "/api/journal", late))).toBe("409 epoch_old");
  });

  it("refuses a removal without a new key, except by the member who leaves alone", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const thrown = await lone(owner, id, { type: "remove", member_id: ben.id });
    expect(await codeOf(ana.api("POST", sealedPath(id), thrown))).toBe("400 wrong_statement");
    const leaving = await lone(member, id, { type: "remove", member_id: ben.id });
    await ok(ben, "POST", sealedPath(id), leaving);
    expect(await opened(owner, id)).toMatchObject({ rotation_due: true });
    const kept = await opened(owner, id);
    const entry = await entryBody(owner, id, {
      kept: { ...kept, log: { ...kept.log, rotationDue: false } },
    });
    expect(await codeOf(ana.api("POST", "/api/journal", entry))).toBe("409 rotation_due");
    await remove(owner, id);
    expect(await codeOf(ana.api("POST", "/api/journal", await entryBody(owner, id)))).toBe("201");
  });

  it("refuses what lacks a wrap, has one for somebody else, or a former key missing", async ({ ana, ben, cleo }) => {
    const [owner, member, other] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const post = (body: unknown, who = ana) => codeOf(who.api("POST", sealedPath(id), body));
    const adding = await addition(owner, id, [member]);
    expect(await post({ ...adding, wraps: [] })).toBe("400 wrong_statement");
    const ghost = { ...adding.wraps[0], member_id: cleo.id };
    expect(await post({ ...adding, wraps: [...adding.wraps, ghost] })).toBe("409 not_a_member");
    expect(await post({ ...adding, wraps: [{ ...adding.wraps[0], wrapped: "AAAA" }] }))
      .toBe("400 wrong_statement");
    expect(await post(adding, ben)).toBe("403 forbidden");
    expect(await post(adding)).toBe("200");
    expect(await post(adding)).toBe("409 log_moved");
    const removing = await removal(owner, id, [ben.id]);
    expect(await post({ ...removing, previous: [] })).toBe("400 wrong_statement");
    expect(await post({ ...removing, wraps: [] })).toBe("400 wrong_statement");
    expect(await post({ ...removing, statements: removing.statements.toReversed() }))
      .toBe("400 wrong_statement");
    const [statement] = removing.statements;
    expect(
      await post({
        ...removing,
        statements: [{ ...statement, signature: adding.statements[0]!.signature }],
      }),
    )
      .toBe("400 wrong_statement");
    expect(await post(await addition(owner, id, [other]))).toBe("200");
    // A member cannot remove another present member.
    const mutiny = await removal(owner, id, [cleo.id]);
    expect(await post(mutiny, ben)).toBe("400 wrong_statement");
  });

  it("takes only people of the team, with the keys of their accounts", async ({ ana, ben, cleo }) => {
    const [owner, member, stranger] = [
      await deviceOf(ana),
      await deviceOf(ben),
      await deviceOf(cleo),
    ];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const post = (body: unknown) => codeOf(ana.api("POST", sealedPath(id), body));
    expect(await post(await addition(owner, id, [stranger]))).toBe("409 not_a_member");
    // The signature of Ben's keys is genuine, but they are not those of his account any more.
    const adding = await addition(owner, id, [member]);
    await deviceOf(ben, { anew: true });
    expect(await post(adding)).toBe("400 wrong_statement");
    expect(await sql`select from private.sealed_members where notebook_id = ${id}`).toHaveLength(1);
  });

  it("hands the notebook over to another member", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    await add(owner, id, member);
    const early = await lone(owner, id, { type: "owner", member_id: ben.id });
    await sql`insert into public.notebooks (user_id, name)
      select ${ben.id}, n from generate_series(1, 500) as n`;
    expect(await codeOf(ana.api("POST", sealedPath(id), early))).toBe("409 quota_reached");
    await sql`delete from public.notebooks where user_id = ${ben.id} and name = '1'`;
    await ok(ana, "POST", sealedPath(id), early);
    await sql`delete from public.notebooks where user_id = ${ben.id} and id <> ${id}`;
    expect((await ok(ana, "GET", `/api/notebooks/${id}`)).notebook.user_id).toBe(ben.id);
    expect(await codeOf(ana.api("PUT", `/api/notebooks/${id}`, { name: "Mine" }))).toBe(
      "403 forbidden",
    );
    expect(await codeOf(ben.api("PUT", `/api/notebooks/${id}`, { name: "Ours" }))).toBe("200");
    const { changes } = await ok(ben, "GET", "/api/sync");
    expect(changes.notebooks.map((each: { id: string }) => each.id)).toContain(id);
    // The former owner leaves, and the new one makes the next key.
    await remove(member, id, ana.id);
    expect((await opened(member, id)).epoch).toBe(2);
  });

  it("takes 20 new keys a day from members, and any from the owner or when one is due", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const rotation = async (who: Device, keys: number) => {
      const { id } = await makeSealed(owner, ofTeam(team_id));
      await add(owner, id, member);
      const body = await removal(who, id, []);
      await sql`insert into private.sealed_log (notebook_id, seq, statement, signature)
        select ${id}, 100 + n, '{"type":"rotate"}', repeat('A', 86)
        from generate_series(1, ${keys}::integer) as n`;
      return { id, post: () => who.api("POST", sealedPath(id), body) };
    };
    expect(await codeOf((await rotation(member, 19)).post())).toBe("200");
    expect(await codeOf((await rotation(owner, 20)).post())).toBe("200");
    const { id, post } = await rotation(member, 20);
    const refused = await post();
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(86_000);
    await sql`update private.sealed_notebooks set rotation_due = true where notebook_id = ${id}`;
    expect(await codeOf(post())).toBe("200");
  });

  it("is append-only in the database, and nobody reaches its tables", async ({ ana, ben }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    await expect(sql`update private.sealed_log set statement = '{}' where notebook_id = ${id}`)
      .rejects.toThrow(/append-only/);
    await expect(sql`delete from private.sealed_log where notebook_id = ${id}`)
      .rejects.toThrow(/append-only/);
    for (const name of ["append_sealed_log", "create_sealed_notebook", "make_sealed_account"]) {
      const { error } = await ben.client.rpc(name, {});
      expect([name, error?.code]).toEqual([name, expect.stringMatching(/42501|PGRST202/)]);
    }
  });

  it("takes wraps and former keys without statements, one of each sender", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const adding = await addition(owner, id, [member]);
    await ok(ana, "POST", sealedPath(id), adding);
    const again = { statements: [], wraps: adding.wraps, previous: [] };
    await ok(ben, "POST", sealedPath(id), again);
    const { wrapped } = await ok(ben, "GET", sealedPath(id));
    expect(wrapped).toHaveLength(2);
    // The first one of each sender stays.
    const others = adding.wraps.map((wrap) => ({ ...wrap, wrapped: "A".repeat(107) }));
    for (const wraps of [adding.wraps, others]) {
      await ok(ben, "POST", sealedPath(id), { ...again, wraps });
      expect((await ok(ben, "GET", sealedPath(id))).wrapped).toEqual(wrapped);
    }
  });

  it("says the keys of a team mate, and of nobody else", async ({ ana, ben, cleo }) => {
    const [mate] = [await deviceOf(ben), await deviceOf(cleo), await deviceOf(ana)];
    await makeTeam(ana, [ben]);
    const { account } = await ok(ana, "GET", `/api/users/${ben.id}/sealed`);
    const { id: _, ...keys } = memberOf(mate!.account);
    expect(account).toEqual({ generation: 1, ...keys });
    expect(await codeOf(ana.api("GET", `/api/users/${cleo.id}/sealed`))).toBe("404 not_found");
  });
});
