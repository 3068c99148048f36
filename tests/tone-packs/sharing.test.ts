/** Sharing of packs, and what the owner learns about recipients. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Answer, newClient, type Person, service, withToken } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { signUpDuring } from "../support/sign-up.ts";
import { addImages, createPack, readPack } from "./support.ts";

const anAddress = () => `nobody.${crypto.randomUUID()}@example.com`;

/** An answer without its ids and times. */
const words = ({ status, body }: Answer) =>
  JSON.stringify(
    [status, body],
    (key, value) => ["id", "created_at"].includes(key) ? key : value === null ? null : value,
  );

const sees = async (who: Person, id: string) =>
  (await who.api("GET", `/api/tone-packs/${id}`)).status === 200;

describe("/api/tone-packs/:id/share", () => {
  const root = "/api/tone-packs";

  it("shares a pack by user id and revokes the share", async ({ ana, ben, cleo }) => {
    const pack = await createPack(ana);
    await addImages(pack.id, 5);
    const path = `${root}/${pack.id}/share`;
    const answer = await ok(ana, "POST", path, { user_id: ben.id });
    expect(answer)
      .toMatchObject({ message: "Tone pack shared", share: { user_id: ben.id, email: null } });
    const seen = await readPack(ben, pack.id);
    expect(seen).toMatchObject({ is_usable: true, is_purchased: false, shares: null });
    expect(seen.images).toHaveLength(5);
    expect(await sees(cleo, pack.id)).toBe(false);
    expect((await readPack(ana, pack.id)).shares).toEqual([answer.share]);

    expect(await outcome(ana, "POST", path, { user_id: ben.id })).toBe(
      "409 This tone pack is shared with this person already",
    );
    expect(await ok(ana, "DELETE", `${path}/${ben.id}`)).toEqual({
      message: "Tone pack no longer shared",
    });
    expect(await sees(ben, pack.id)).toBe(false);
    expect((await readPack(ana, pack.id)).shares).toEqual([]);
  });

  it("answers alike for addresses with and without an account", async ({ ana, ben }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/share`;
    const [known, nobody] = [ben.email, anAddress()];
    const asked = async (email: string) => [
      words(await ana.api("POST", path, { email })).replaceAll(email, "x"),
      // The same address again, in another case: nothing changes.
      words(await ana.api("POST", path, { email: email.toUpperCase() })).replaceAll(email, "x"),
    ];
    expect(await asked(known)).toEqual(await asked(nobody));
    expect((await readPack(ben, pack.id)).is_usable).toBe(true);

    const shares = (await readPack(ana, pack.id)).shares as Record<string, unknown>[];
    expect(shares.map(({ user_id, email }) => [user_id, email])).toEqual([
      [null, known],
      [null, nobody],
    ]);
    // The tables do not reveal whether the address has an account.
    const rows = await ana.client.from("tone_pack_shares").select("*", { count: "exact" });
    expect([rows.data, rows.count]).toEqual([[], 0]);
    // By id the person still counts as a person with whom the pack was never shared.
    expect((await ana.api("POST", path, { user_id: ben.id })).status).toBe(200);
    expect((await ana.api("DELETE", `${path}/${ben.id}`)).status).toBe(200);
    expect(await sees(ben, pack.id)).toBe(false);
    expect((await readPack(ana, pack.id)).shares).toEqual(shares);
    // After the address is shared with again, the share exists again.
    await ana.api("POST", path, { email: known });
    expect(await sees(ben, pack.id)).toBe(true);
    const [first, second] = shares;
    for (const share of [first!, second!]) {
      expect((await ana.api("DELETE", `${path}/${share.id}`)).status).toBe(200);
    }
    expect(await sees(ben, pack.id)).toBe(false);
    expect((await readPack(ana, pack.id)).shares).toEqual([]);
  });

  it("reaches a user who signs up with the address later", async ({ ana }) => {
    const pack = await createPack(ana);
    const email = anAddress();
    await ana.api("POST", `${root}/${pack.id}/share`, { email });
    const password = "correct-horse-battery";
    await service.auth.admin.createUser({ email, password, email_confirm: true });
    const client = newClient();
    const { data } = await client.auth.signInWithPassword({ email, password });
    const api = withToken(data.session!.access_token);
    expect((await api("GET", `${root}/${pack.id}`)).status).toBe(200);
    expect((await api("GET", root)).body.packs.shared).toHaveLength(1);
    expect((await readPack(ana, pack.id)).shares).toMatchObject([{ user_id: null, email }]);
  });

  it("reaches a user who is signing up with the address", async ({ ana }) => {
    const pack = await createPack(ana);
    const email = anAddress();
    const id = await signUpDuring(
      email,
      () => ok(ana, "POST", `${root}/${pack.id}/share`, { email }),
    );
    expect(await sql`select user_id from public.tone_pack_shares where email = ${email}`)
      .toEqual([{ user_id: id }]);
  });

  it("reaches a user who changes to the address later, but not the owner", async ({ ana, ben }) => {
    const pack = await createPack(ana);
    const [email, own] = [anAddress(), anAddress()];
    for (const address of [email, own]) {
      await ana.api("POST", `${root}/${pack.id}/share`, { email: address });
    }
    expect((await ben.api("GET", `${root}/${pack.id}`)).status).toBe(404);
    for (const [who, address] of [[ben, email], [ana, own]] as const) {
      const options = { email: address, email_confirm: true };
      expect((await service.auth.admin.updateUserById(who.id, options)).error).toBeNull();
    }
    expect((await ben.api("GET", `${root}/${pack.id}`)).status).toBe(200);
    expect((await ok(ana, "GET", root)).packs.shared).toEqual([]);
  });

  it("moves to the current user of the address when shared again", async ({ ana, ben, cleo }) => {
    const pack = await createPack(ana);
    const address = ben.email;
    const share = () => ana.api("POST", `${root}/${pack.id}/share`, { email: address });
    const given = (await share()).body;
    for (const [who, email] of [[ben, anAddress()], [cleo, address]] as const) {
      const options = { email, email_confirm: true };
      expect((await service.auth.admin.updateUserById(who.id, options)).error).toBeNull();
    }
    expect([await sees(ben, pack.id), await sees(cleo, pack.id)]).toEqual([true, false]);
    expect((await share()).body).toEqual(given);
    expect([await sees(ben, pack.id), await sees(cleo, pack.id)]).toEqual([false, true]);
  });

  it("only the owner and the recipient can end a share", async ({ ana, ben, cleo }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/share`;
    for (const to of [{ user_id: ben.id }, { email: ben.email }]) {
      await ana.api("POST", path, to);
      await ana.api("POST", path, { user_id: cleo.id });
      expect((await cleo.api("DELETE", `${path}/${ben.id}`)).status).toBe(403);
      expect(await sees(ben, pack.id)).toBe(true);
      expect((await ben.api("DELETE", `${path}/${ben.id}`)).status).toBe(200);
      expect(await sees(ben, pack.id)).toBe(false);
      expect((await ben.api("DELETE", `${path}/${ben.id}`)).status).toBe(404);
    }
    expect(await sees(cleo, pack.id)).toBe(true);
  });

  it("refuses invalid recipients", async ({ ana, ben, cleo }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/share`;
    for (
      const body of [
        {},
        { user_id: ben.id, email: ben.email },
        { user_id: "ben" },
        { email: "ben" },
        { email: "a@b\u0000.c" },
      ]
    ) {
      expect((await ana.api("POST", path, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await ana.api("POST", path, { user_id: NOWHERE })).status).toBe(404);
    expect((await ana.api("DELETE", `${path}/${NOWHERE}`)).status).toBe(404);
    expect((await ana.api("DELETE", `${path}/x`)).status).toBe(400);
    for (const own of [{ user_id: ana.id }, { email: ana.email }]) {
      expect(await outcome(ana, "POST", path, own)).toBe("409 This is your own tone pack");
    }
    expect((await ben.api("POST", path, { user_id: cleo.id })).status).toBe(404);
    await ana.api("POST", path, { user_id: ben.id });
    expect((await ben.api("POST", path, { user_id: cleo.id })).status).toBe(403);
    expect((await ben.api("POST", path, { email: anAddress() })).status).toBe(403);
    const elsewhere = await createPack(ben);
    const share =
      (await ben.api("POST", `${root}/${elsewhere.id}/share`, { user_id: cleo.id })).body;
    expect((await ana.api("DELETE", `${path}/${share.share.id}`)).status).toBe(404);
    expect(await sees(cleo, elsewhere.id)).toBe(true);
  });
});

it("a recipient sees only their own share", async ({ ana, ben, cleo }) => {
  const pack = await createPack(ana);
  for (const to of [{ user_id: ben.id }, { email: cleo.email }]) {
    await ana.api("POST", `/api/tone-packs/${pack.id}/share`, to);
  }
  for (const who of [ben, cleo]) {
    const { data } = await who.client.from("tone_pack_shares").select();
    expect(data).toMatchObject([{ tone_pack_id: pack.id, user_id: who.id }]);
  }
  const own = await ana.client.from("tone_pack_shares")
    .select("user_id, person:profile_cards(full_name)");
  expect(own.data).toEqual([{ user_id: ben.id, person: { full_name: "Ben" } }]);
});
