/** Private channels: the policies of `realtime.messages` decide, as the caller. */
import { describe, expect, it } from "vitest";
import { signToken } from "../base/tokens.ts";
import { isPrivate, join, leaveRoom, room } from "./support/live.ts";
import {
  eventually,
  keys,
  type Member,
  member,
  newClient,
  platform,
  service,
} from "./support/platform.ts";

const say = (event: string) => ({ type: "broadcast" as const, event, payload: {} });
const acknowledged = { ...isPrivate, broadcast: { ack: true } };
const unauthorized = (topic: string) =>
  `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

/** A token of a member that expires after so many seconds. */
const tokenOf = ({ id }: Member, expiresIn: number) =>
  signToken(
    { sub: id, role: "authenticated", iss: `${platform.api_url}/auth/v1` },
    keys.signing,
    { expiresIn },
  );
const withToken = async (token: string) => {
  const client = newClient();
  await client.realtime.setAuth(token);
  return client;
};

describe("a private topic", () => {
  it("is heard by its members alone", async () => {
    const [a, b, stranger] = [await member(), await member(), await member()];
    const topic = await room(a, b);
    const [speaker, listener] = [
      await join(a.client, topic, acknowledged),
      await join(b.client, topic, isPrivate),
    ];
    for (const client of [stranger.client, newClient()]) {
      await expect(join(client, topic, isPrivate)).rejects.toThrow(unauthorized(topic));
    }
    expect(await speaker.channel.send(say("hello"))).toBe("ok");
    await eventually(() => expect(listener.heard).toEqual([["hello", {}]]));
  });

  it("is open to the secret key", async () => {
    await expect(join(service, await room(), isPrivate)).resolves.toBeDefined();
  });

  it("may be heard by members who may not speak or be present", async () => {
    const [a, b] = [await member(), await member()];
    const reader = await join(a.client, "news", acknowledged);
    const other = await join(b.client, "news", isPrivate);
    expect(await reader.channel.send(say("forged"))).toBe("error");
    expect(await reader.channel.track({ name: "a" })).toBe("error");
    expect([other.heard, other.channel.presenceState()]).toEqual([[], {}]);
  });

  it("tells a public one of the same name nothing, and hears nothing from it", async () => {
    const [a, stranger] = [await member(), await member()];
    const topic = await room(a);
    const inside = await join(a.client, topic, {
      private: true,
      broadcast: { ack: true, self: true },
      presence: { key: "a", enabled: true },
    });
    const outside = await join(stranger.client, topic, { presence: { key: "s", enabled: true } });
    await inside.channel.track({});
    await outside.channel.track({});
    await outside.channel.send(say("from outside"));
    await inside.channel.send(say("from inside"));
    await eventually(() => expect(inside.heard).toEqual([["from inside", {}]]));
    expect(outside.heard).toEqual([]);
    await eventually(() => expect(Object.keys(outside.channel.presenceState())).toEqual(["s"]));
    expect(Object.keys(inside.channel.presenceState())).toEqual(["a"]);
  });

  it("whose policy fails is refused without a word of it", async () => {
    const { client } = await member();
    await expect(join(client, "broken", isPrivate)).rejects.toThrow(unauthorized("broken"));
  });

  it.each(["news' or true --", "news\u0000", "realtime:news", "NEWS"])(
    "is the one of exactly this name: %j",
    async (topic) => {
      const { client } = await member();
      await expect(join(client, topic, isPrivate)).rejects.toThrow("Unauthorized");
    },
  );
});

describe("the token of a channel", () => {
  it("is refused when it has expired, is another project's, or is malformed", async () => {
    const a = await member();
    const topic = await room(a);
    const expired = await withToken(await tokenOf(a, -1));
    await expect(join(expired, topic, isPrivate)).rejects.toThrow("Token has expired");
    const [head, body] = (await tokenOf(a, 60)).split(".");
    const forged = await withToken(`${head}.${body}.${"A".repeat(86)}`);
    await expect(join(forged, topic, isPrivate)).rejects.toThrow("JwtSignatureError");
    const none = await withToken("hello");
    await expect(join(none, topic, isPrivate)).rejects.toThrow("MalformedJWT");
  });

  it("ends the channel when it expires, unless a new one has come", async () => {
    const [a, b] = [await member(), await member()];
    const topic = await room(a, b);
    const [client, renewed] = [
      await withToken(await tokenOf(a, 2)),
      await withToken(await tokenOf(b, 2)),
    ];
    const [ending, staying] = [
      await join(client, topic, isPrivate),
      await join(renewed, topic, isPrivate),
    ];
    await renewed.realtime.setAuth(await tokenOf(b, 60));
    await eventually(() => expect(ending.states).toEqual(["SUBSCRIBED", "CLOSED"]));
    expect(ending.system).toMatchObject([{ status: "error", message: "Token has expired" }]);
    await service.channel(topic, { config: isPrivate }).httpSend("still", {});
    await eventually(() => expect(staying.heard).toEqual([["still", {}]]));
    expect(ending.heard).toEqual([]);
  });

  it("ends the channel of a member who has left, once it is renewed", async () => {
    const [a, b] = [await member(), await member()];
    const topic = await room(a, b);
    const client = await withToken(await tokenOf(a, 60));
    const leaver = await join(client, topic, isPrivate);
    await leaveRoom(topic, a);
    await client.realtime.setAuth(await tokenOf(a, 61));
    await eventually(() => expect(leaver.states).toEqual(["SUBSCRIBED", "CLOSED"]));
    expect(leaver.system[0]).toMatchObject({
      message: `You no longer have permission to read from this Channel topic: ${topic}`,
    });
  });

  it.each(["another member's", "a forged"])("cannot become %s", async (whose) => {
    const [a, stranger] = [await member(), await member()];
    const topic = await room(a);
    const client = await withToken(await tokenOf(a, 60));
    const listener = await join(client, topic, isPrivate);
    await client.realtime.setAuth(
      whose === "a forged" ? "a.b.c" : await tokenOf(stranger, 60),
    );
    await eventually(() => expect(listener.states).toEqual(["SUBSCRIBED", "CLOSED"]));
  });
});
