/** Keys, slots and new devices of sealed notebooks. */
import { describe, expect } from "vitest";
import {
  enrolmentSigns,
  memberOf,
  newEnrolment,
  newSecret,
  openAccount,
  openEnrolment,
  openSlot,
  sealEnrolment,
} from "../../packages/client/src/sealed/mod.ts";
import { impersonate } from "../auth/impersonating.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { codeOf, NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { type Device, deviceOf, firstOf, makeSealed, sealedPath, slotsOf } from "./devices.ts";
import { type Person, withToken } from "../support/people.ts";

/** The body of the request that sets up sealed notebooks. */
async function setUp(who: Person) {
  const secret = newSecret();
  const { x25519, ed25519, proof } = memberOf(await openAccount(secret, who.id));
  return { x25519, ed25519, proof, slots: await slotsOf(who, secret) };
}

describe("POST /api/sealed", () => {
  it("stores the keys and slots, which open the secret again", async ({ ana }) => {
    expect(await ok(ana, "GET", "/api/sealed")).toEqual({ account: null });
    const device = await deviceOf(ana);
    const { account } = await ok(ana, "GET", "/api/sealed");
    expect(account).toMatchObject({ generation: 1, x25519: device.account.x25519 });
    const { slots } = await ok(ana, "GET", "/api/sealed/slots");
    expect(slots.map(({ kind }: { kind: number }) => kind).sort()).toEqual([2, 3]);
    const slot = slots.find(({ kind }: { kind: number }) => kind === 2);
    const code = new Uint8Array(device.code);
    expect(await openSlot(ana.id, slot, { code }, account)).toEqual(device.secret);
  });

  it("refuses a wrong proof, keys that give nothing, and too few slots", async ({ ana, ben }) => {
    const body = await setUp(ana);
    const post = (changes: object) =>
      codeOf(ana.api("POST", "/api/sealed", { ...body, ...changes }));
    expect(await post({ proof: (await setUp(ben)).proof })).toBe("400 wrong_statement");
    expect(await post({ x25519: (await setUp(ben)).x25519 })).toBe("400 wrong_statement");
    const small = new Uint8Array(32).toBase64({ alphabet: "base64url", omitPadding: true });
    expect(await post({ x25519: small })).toBe("400 wrong_statement");
    expect(await post({ ed25519: small })).toBe("400 wrong_statement");
    expect(await post({ x25519: `${body.x25519}=` })).toBe("400 invalid_input");
    expect(await post({ slots: [body.slots[0], { ...body.slots[0], id: crypto.randomUUID() }] }))
      .toBe("400 invalid_input");
    const weak = {
      ...body.slots[1],
      kind: 1,
      parameters: { m: 8, t: 1, p: 1, salt: small.slice(0, 22) },
    };
    expect(await post({ slots: [body.slots[0], weak] })).toBe("400 invalid_input");
    expect(await post({})).toBe("201");
    expect(await post({})).toBe("409 exists");
  });

  it("starts anew after a fresh sign-in, with other keys, and keeps the former slots", async ({ ana }) => {
    const first = await deviceOf(ana);
    const body = { ...await setUp(ana), anew: true };
    await sql`update auth.sessions set created_at = now() - interval '11 minutes'
      where user_id = ${ana.id}`;
    expect(await codeOf(ana.api("POST", "/api/sealed", body))).toBe("403 sign_in_again");
    await sql`update auth.sessions set created_at = now() where user_id = ${ana.id}`;
    const former = { ...body, ...memberOf(first.account), id: undefined };
    expect(await codeOf(ana.api("POST", "/api/sealed", former))).toBe("400 invalid_input");
    const { account } = await ok(ana, "POST", "/api/sealed", body);
    expect(account.generation).toBe(2);
    const { slots } = await ok(ana, "GET", "/api/sealed/slots");
    expect(slots.map(({ generation }: { generation: number }) => generation)).toEqual([1, 1, 2, 2]);
  });

  it("starts anew 99 times", async ({ ana }) => {
    await deviceOf(ana);
    const body = { ...await setUp(ana), anew: true };
    await sql`insert into private.sealed_accounts (user_id, generation, x25519, ed25519, proof)
      select user_id, 100, x25519, ed25519, proof from private.sealed_accounts
      where user_id = ${ana.id}`;
    expect(await codeOf(ana.api("POST", "/api/sealed", body))).toBe("409 quota_reached");
    await sql`update private.sealed_accounts set generation = 99
      where user_id = ${ana.id} and generation = 100`;
    expect(await codeOf(ana.api("POST", "/api/sealed", body))).toBe("201");
  });
});

describe("slots", () => {
  it("are added and deleted while the needed ones remain", async ({ ana }) => {
    const device = await deviceOf(ana);
    const [, passkey] = await slotsOf(ana, device.secret);
    const { slot } = await ok(ana, "POST", "/api/sealed/slots", passkey);
    const { slots } = await ok(ana, "GET", "/api/sealed/slots");
    const [old] = slots.filter(({ kind, id }: Slot) => kind === 3 && id !== slot.id);
    const recovery = slots.find(({ kind }: Slot) => kind === 2);
    const path = ({ id }: Slot) => `/api/sealed/slots/${id}`;
    const odd = { ...passkey!, id: crypto.randomUUID() };
    for (const name of ["salt", "credential_id"]) {
      const parameters = { ...odd.parameters, [name]: "\ud800" };
      const code = await codeOf(ana.api("POST", "/api/sealed/slots", { ...odd, parameters }));
      expect([name, code]).toEqual([name, "400 invalid_input"]);
    }
    expect(await codeOf(ana.api("DELETE", path(recovery)))).toBe("409 last_slot");
    expect(await codeOf(ana.api("DELETE", path(old)))).toBe("200");
    expect(await codeOf(ana.api("DELETE", path(slot)))).toBe("409 last_slot");
    expect(await codeOf(ana.api("DELETE", `/api/sealed/slots/${NOWHERE}`))).toBe("404 not_found");
  });

  it("are read by their user alone, 60 times an hour", async ({ ana, ben }) => {
    await deviceOf(ana);
    expect(await ok(ben, "GET", "/api/sealed/slots")).toEqual({ slots: [] });
    for (let n = 0; n < 60; n++) await ana.client.rpc("own_sealed_slots");
    expect(await codeOf(ana.api("GET", "/api/sealed/slots"))).toBe("429 rate_limited");
  });

  it("are told to their user, which no preference prevents", async ({ ana }) => {
    await deviceOf(ana);
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    expect(notifications.map(({ type }: { type: string }) => type))
      .toEqual(["sealed_device", "sealed_device"]);
    expect(notifications[0].data).toEqual({ slot_id: expect.any(String), enrolment_id: null });
  });
});

interface Slot {
  id: string;
  kind: number;
}

describe("enrolments", () => {
  const path = "/api/sealed/enrolments";

  async function begin(device: Device) {
    const { account } = await ok(device, "GET", "/api/sealed");
    const enrolment = await newEnrolment();
    const { id, public_key } = enrolment;
    await ok(device, "POST", path, { id, public_key });
    return { enrolment, account };
  }

  it("hand the secret from an old device to a new one, once", async ({ ana }) => {
    const device = await deviceOf(ana);
    const { enrolment, account } = await begin(device);
    const { enrolments: [open] } = await ok(ana, "GET", path);
    const signs = await enrolmentSigns(ana.id, enrolment, account);
    const sealed_secret = await sealEnrolment(ana.id, open, signs, device.account, device.secret);
    await ok(ana, "PUT", `${path}/${open.id}`, { sealed_secret });
    const { enrolment: answered } = await ok(ana, "GET", `${path}/${open.id}`);
    const { keys } = enrolment;
    expect(await openEnrolment(ana.id, { ...answered, keys }, account)).toEqual(device.secret);
    expect(await ok(ana, "GET", path)).toEqual({ enrolments: [] });
    expect(await codeOf(ana.api("PUT", `${path}/${open.id}`, { sealed_secret })))
      .toBe("409 already_decided");
  });

  it("last ten minutes, and are their user's alone", async ({ ana, ben }) => {
    const { enrolment: { id } } = await begin(await deviceOf(ana));
    await deviceOf(ben);
    expect(await codeOf(ben.api("GET", `${path}/${id}`))).toBe("404 not_found");
    expect(await codeOf(ben.api("PUT", `${path}/${id}`, { sealed_secret: "A" }))).toBe(
      "404 not_found",
    );
    await sql`update private.sealed_enrolments set expires_at = now() where id = ${id}`;
    expect(await codeOf(ana.api("GET", `${path}/${id}`))).toBe("410 gone");
    expect(await ok(ana, "GET", path)).toEqual({ enrolments: [] });
  });

  it("are five at a time, and need an account", async ({ ana, ben }) => {
    const device = await deviceOf(ana);
    for (let n = 0; n < 5; n++) await begin(device);
    const body = { id: crypto.randomUUID(), public_key: device.account.x25519 };
    expect(await codeOf(ana.api("POST", path, body))).toBe("429 rate_limited");
    expect(await codeOf(ben.api("POST", path, body))).toBe("409 no_account");
  });
});

it("refuses personal tokens, impersonated sessions and classroom accounts everywhere", async ({ ana, ben, admin }) => {
  const device = await deviceOf(ana);
  const { id } = await makeSealed(device);
  const token = await makeToken(ana);
  const acting = { api: withToken((await impersonate(admin, ana)).token) };
  await sql`update public.profiles set is_classroom = true where id = ${ben.id}`;
  const fresh = crypto.randomUUID();
  const requests: [string, string, unknown?][] = [
    ["GET", "/api/sealed"],
    ["POST", "/api/sealed", await setUp(ana)],
    ["GET", "/api/sealed/slots"],
    ["POST", "/api/sealed/slots", (await setUp(ana)).slots[0]],
    ["DELETE", `/api/sealed/slots/${NOWHERE}`],
    ["POST", "/api/sealed/enrolments", { id: NOWHERE, public_key: device.account.x25519 }],
    ["GET", "/api/sealed/enrolments"],
    ["GET", `/api/sealed/enrolments/${NOWHERE}`],
    ["GET", `/api/users/${ana.id}/sealed`],
    ["GET", sealedPath(id)],
    ["POST", sealedPath(id), { statements: [], wraps: [], previous: [] }],
    ["POST", "/api/notebooks", { id: fresh, name: "X", sealed: await firstOf(device, fresh) }],
  ];
  const names = ["token", "acting", "classroom"];
  for (const request of requests) {
    const codes = await Promise.all([token, acting, ben].map(({ api }) => codeOf(api(...request))));
    const expected = names.map((name) =>
      name === "classroom"
        ? expect.stringMatching(/^403 forbidden$|^400 wrong_statement$/)
        : name === "token"
        ? "403 token_refused"
        : "403 impersonated"
    );
    expect([request[0], request[1], ...codes]).toEqual([request[0], request[1], ...expected]);
  }
});
