/** Devices for pushes, and which notifications go to them. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { newDevice, newToken, notify, pushesOf } from "./support.ts";

const path = "/api/notifications/devices";
let ana: Person;
let ben: Person;
beforeEach(async () => void ([ana, ben] = await Promise.all([person("Ana"), person("Ben")])));

const tokensOf = async ({ client }: Person): Promise<string[]> => {
  const { data } = await client.from("push_devices").select("token").order("registered_at");
  return data!.map(({ token }) => token);
};

describe("POST /api/notifications/devices", () => {
  it.each([
    `ExponentPushToken[${crypto.randomUUID()}]`,
    `ExpoPushToken[a_b-c.d:${crypto.randomUUID()}]`,
    crypto.randomUUID().toUpperCase(),
  ])("registers %s", async (token) => {
    expect(await ok(ana, "POST", path, { token, platform: "android" })).toMatchObject({
      device: {
        token,
        platform: "android",
      },
    });
  });

  it("registers a device once, and moves it to the user who registers it last", async () => {
    const token = newToken();
    const register = async (who: Person, platform: string) =>
      (await ok(who, "POST", path, { token, platform })).device;
    const first = await register(ana, "ios");
    expect(await register(ana, "android")).toMatchObject({ id: first.id, platform: "android" });
    expect(await tokensOf(ana)).toEqual([token]);

    await notify(ana);
    expect(await pushesOf(ana)).toHaveLength(1);
    await register(ben, "ios");
    expect([await tokensOf(ana), await tokensOf(ben)]).toEqual([[], [token]]);
    // Pushes that waited for the former user do not reach the new one.
    expect(await pushesOf(ana)).toEqual([]);
  });

  it("registers one device when two users register it at once", async () => {
    const token = newToken();
    await Promise.all([ana, ben, ana, ben, ana, ben].map((who) => newDevice(who, token)));
    expect([...await tokensOf(ana), ...await tokensOf(ben)]).toEqual([token]);
  });

  it("keeps the ten devices of a user that were registered last", async () => {
    const tokens = Array.from({ length: 10 }, () => newToken());
    for (const token of tokens) await newDevice(ana, token);
    await newDevice(ana, tokens[0]);
    const last = await newDevice(ana);
    expect(await tokensOf(ana)).toEqual([...tokens.slice(2), tokens[0], last]);

    await Promise.all(Array.from({ length: 15 }, () => newDevice(ben)));
    expect(await tokensOf(ben)).toHaveLength(10);
  });

  it.each<[Record<string, string>, string]>([
    ...["abc", "Expo[]", "Expo[a\nb]", "Expo[a]]", `Expo[${"a".repeat(201)}]`].map((
      token,
    ): [Record<string, string>, string] => [
      { token: token.replace("Expo", "ExponentPushToken"), platform: "ios" },
      "token: expected an Expo push token",
    ]),
    [{ platform: "ios" }, "token: required"],
    [{ token: newToken() }, "platform: required"],
    [{ token: newToken(), platform: "windows" }, "platform: expected one of ios, android, web"],
  ])("refuses %j", async (body, error) => {
    expect(await outcome(ana, "POST", path, body)).toBe(`400 ${error}`);
    expect(await tokensOf(ana)).toEqual([]);
  });

  it("the database refuses other tokens and platforms too", async () => {
    for (const [p_token, p_platform] of [["abc", "ios"], [newToken(), "windows"]]) {
      const { error } = await ana.client.rpc("register_push_device", { p_token, p_platform });
      expect(error).toMatchObject({ code: "23514" });
    }
  });
});

describe("DELETE /api/notifications/devices/{id}", () => {
  it("removes the caller's device, and no other", async () => {
    const token = newToken();
    const { device } = await ok(ana, "POST", path, { token, platform: "web" });
    for (const [who, id] of [[ben, device.id], [ana, NOWHERE]] as const) {
      expect(await outcome(who, "DELETE", `${path}/${id}`)).toBe("404 Device not found");
    }
    expect(await tokensOf(ana)).toEqual([token]);
    expect(await ok(ana, "DELETE", `${path}/${device.id}`)).toEqual({ message: "Device removed" });
    expect(await tokensOf(ana)).toEqual([]);
    await notify(ana);
    expect(await pushesOf(ana)).toEqual([]);
  });
});

describe("a notification", () => {
  const prefer = (preferences: unknown) => ok(ana, "PUT", "/api/user/profile", { preferences });

  it("is queued for each device, in the transaction of the event", async () => {
    await newDevice(ana);
    await newDevice(ana);
    await newDevice(ben);
    await expect(sql.begin(async (tx) => {
      await tx`select private.notify(${ana.id}, 'mention')`;
      throw new Error("undone");
    })).rejects.toThrow("undone");
    expect(await pushesOf(ana)).toEqual([]);
    await notify(ana, { key: "a" });
    await notify(ana, { key: "a" });
    expect(await pushesOf(ana)).toHaveLength(2);
    expect(await pushesOf(ben)).toEqual([]);
  });

  it("is not queued when the preferences turn off pushes, or pushes of its type", async () => {
    await newDevice(ana);
    await prefer({ notification_types: { mention: false, team_message: true } });
    await notify(ana);
    expect(await pushesOf(ana)).toEqual([]);
    await notify(ana, { type: "team_message" });
    expect(await pushesOf(ana)).toHaveLength(1);
    await prefer({ notifications: false });
    await notify(ana, { type: "team_message" });
    expect(await pushesOf(ana)).toHaveLength(1);
    await prefer({ notifications: true, notification_types: null });
    await notify(ana);
    expect(await pushesOf(ana)).toHaveLength(2);
    expect(await ok(ana, "GET", "/api/notifications")).toMatchObject({ unread_count: 4 });
  });

  it("is written while a device of the recipient is being removed", async () => {
    await newDevice(ana);
    await sql.begin(async (tx) => {
      await tx`delete from public.push_devices where user_id = ${ana.id}`;
      expect(await notify(ana)).toBe(true);
    });
    expect(await pushesOf(ana)).toEqual([]);
  });
});

describe("preferences.notification_types", () => {
  it.each([
    [{ mention: "no" }, "preferences.notification_types.mention: expected boolean"],
    [["mention"], "preferences.notification_types: expected object"],
    [false, "preferences.notification_types: expected object"],
  ])("refuses %j, also in the database", async (notification_types, error) => {
    const preferences = { notification_types };
    expect(await outcome(ana, "PUT", "/api/user/profile", { preferences })).toBe(`400 ${error}`);
    const direct = await ana.client.from("profiles").update({ preferences }).eq("id", ana.id);
    expect(direct.error).toMatchObject({ code: "23514" });
  });

  it("refuses unknown types", async () => {
    const preferences = { notification_types: { mentions: false } };
    const answer = await ana.api("PUT", "/api/user/profile", { preferences });
    expect([answer.status, answer.body.error, answer.body.fields[0].path]).toEqual([
      400,
      "preferences.notification_types.mentions: unknown name",
      "preferences.notification_types.mentions",
    ]);
  });

  it("are merged type by type; null removes one, or all", async () => {
    const put = async (notification_types: unknown) =>
      (await ok(ana, "PUT", "/api/user/profile", { preferences: { notification_types } }))
        .profile.preferences.notification_types;
    await put(null);
    expect(await put({ mention: false })).toEqual({ mention: false });
    expect(await put({ team_message: false })).toEqual({ mention: false, team_message: false });
    await ok(ana, "PUT", "/api/user/profile", { preferences: { theme: "dark" } });
    expect(await put({ mention: null })).toEqual({ team_message: false });
    expect(await put(null)).toEqual({});
  });
});
