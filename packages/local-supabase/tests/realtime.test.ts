/** Broadcast and presence between clients, with supabase-js in both versions of the protocol. */
import { describe, expect, it, onTestFinished } from "vitest";
import { join, listen, olderClient, openSocket } from "./support/live.ts";
import { eventually, newClient, platform } from "./support/platform.ts";

const newTopic = () => `public:${crypto.randomUUID()}`;
const say = (event: string, payload: unknown) => ({ type: "broadcast" as const, event, payload });

describe("a broadcast", () => {
  const versions = { "2.0.0": newClient, "1.0.0": olderClient };
  const pairs = Object.entries(versions).flatMap(([from, speaker]) =>
    Object.entries(versions).map(([to, listener]) => ({ from, to, speaker, listener }))
  );

  it.each(pairs)(
    "reaches a client of $to from a client of $from",
    async ({ speaker, listener }) => {
      const topic = newTopic();
      const [a, b] = [await join(speaker(), topic), await join(listener(), topic)];
      await a.channel.send(say("greet", { text: "Grüße 👋" }));
      await eventually(() => expect(b.heard).toEqual([["greet", { text: "Grüße 👋" }]]));
      expect(a.heard).toEqual([]);
    },
  );

  it("of bytes reaches clients that can read bytes", async () => {
    const topic = newTopic();
    const [a, b] = [await join(newClient(), topic), await join(newClient(), topic)];
    const older = await join(olderClient(), topic);
    await a.channel.send(say("bytes", new Uint8Array([0, 1, 255]).buffer));
    await a.channel.send(say("text", {}));
    await eventually(() => expect(older.heard).toEqual([["text", {}]]));
    const [[event, payload]] = b.heard as [[string, ArrayBuffer]];
    expect([event, [...new Uint8Array(payload)]]).toEqual(["bytes", [0, 1, 255]]);
  });

  it("is acknowledged, and heard by its speaker, where the channel asks for it", async () => {
    const topic = newTopic();
    const a = await join(newClient(), topic, { broadcast: { ack: true, self: true } });
    expect(await a.channel.send(say("echo", { n: 1 }))).toBe("ok");
    await eventually(() => expect(a.heard).toEqual([["echo", { n: 1 }]]));
  });

  it("does not reach a client that has left", async () => {
    const topic = newTopic();
    const [a, b, c] = [newClient(), newClient(), newClient()];
    const [speaker, leaver, other] = [
      await join(a, topic),
      await join(b, topic),
      await join(c, topic),
    ];
    await leaver.channel.unsubscribe();
    await speaker.channel.send(say("late", {}));
    await eventually(() => expect(other.heard).toHaveLength(1));
    expect(leaver.heard).toEqual([]);
    expect(leaver.states).toEqual(["SUBSCRIBED", "CLOSED"]);
  });
});

describe("presence", () => {
  const present = (name: string) => ({ presence: { key: name, enabled: true } });
  const names = ({ channel }: Awaited<ReturnType<typeof join>>) =>
    Object.entries(channel.presenceState<{ mood: string }>())
      .map(([key, metas]) => [key, ...metas.map(({ mood }) => mood)]).sort();

  it("tells who is there, who comes, who changes and who goes", async () => {
    const topic = newTopic();
    const [a, b] = [await join(newClient(), topic, present("a")), newClient()];
    expect(await a.channel.track({ mood: "calm" })).toBe("ok");
    const listener = await join(b, topic, present("b"));
    await eventually(() => expect(names(listener)).toEqual([["a", "calm"]]));
    await listener.channel.track({ mood: "glad" });
    await eventually(() => expect(names(a)).toEqual([["a", "calm"], ["b", "glad"]]));
    await listener.channel.track({ mood: "sad" });
    await eventually(() => expect(names(a)).toEqual([["a", "calm"], ["b", "sad"]]));
    await listener.channel.untrack();
    await eventually(() => expect(names(a)).toEqual([["a", "calm"]]));
    await listener.channel.track({ mood: "back" });
    await eventually(() => expect(names(a)).toHaveLength(2));
    await b.realtime.disconnect();
    await eventually(() => expect(names(a)).toEqual([["a", "calm"]]));
  });

  it("keeps two devices with one key, and keys that JavaScript knows", async () => {
    const topic = newTopic();
    const a = await join(newClient(), topic, present("__proto__"));
    const b = await join(newClient(), topic, present("__proto__"));
    await a.channel.track({ mood: "one" });
    await b.channel.track({ mood: "two" });
    const socket = await openSocket();
    await socket.join(topic, { config: { presence: { enabled: true } } });
    const state = await eventually(() => {
      const frame = socket.frames.find(([, , , event]) => event === "presence_state");
      if (!frame) throw new Error("no state");
      return JSON.stringify(frame[4]);
    });
    expect(state.match(/"mood":"\w+"/g)).toEqual(['"mood":"one"', '"mood":"two"']);
    expect(state).toMatch(/^\{"__proto__":\{"metas":/);
  });
});

describe("the protocol", () => {
  it("answers a heartbeat", async () => {
    const socket = await openSocket();
    socket.send(null, "7", "phoenix", "heartbeat", {});
    expect(await socket.answerTo("7")).toEqual({ status: "ok", response: {} });
  });

  it("lets a socket join a topic anew", async () => {
    const socket = await openSocket();
    const topic = newTopic();
    await socket.join(topic, {}, "1");
    await socket.join(topic, {}, "2");
    expect(socket.frames.map(([joinRef, , , event]) => [joinRef, event])).toEqual([
      ["1", "phx_reply"],
      ["1", "phx_close"],
      ["2", "phx_reply"],
    ]);
    socket.send("1", "3", `realtime:${topic}`, "broadcast", { event: "old", payload: {} });
    expect(await socket.answerTo("3")).toMatchObject({ response: { reason: "unmatched topic" } });
  });

  it("joins a subscription to Postgres Changes, and says that there are none", async () => {
    const client = newClient();
    const system: unknown[] = [], states: string[] = [];
    client.channel("changes")
      .on("postgres_changes", { event: "*", schema: "public", table: "books" }, () => {})
      .on("system", {}, (message) => system.push(message))
      .subscribe((state) => states.push(state));
    onTestFinished(() => void client.realtime.disconnect());
    await eventually(() => expect(system).toHaveLength(1));
    expect(states).toEqual(["SUBSCRIBED"]);
    expect(system[0]).toMatchObject({
      extension: "postgres_changes",
      status: "error",
      channel: "changes",
      message: expect.stringContaining("no Postgres Changes"),
    });
  });

  it("refuses a join without a name, with one of 256 characters, or with malformed settings", async () => {
    const socket = await openSocket();
    expect(await socket.join("", {}, "1")).toMatchObject({ status: "error" });
    expect(await socket.join("x".repeat(256), {}, "3")).toMatchObject({ status: "error" });
    expect(await socket.join("a", { config: { private: "yes" } }, "2")).toMatchObject({
      response: { reason: expect.stringContaining("InvalidJoinPayload") },
    });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["text that is not JSON", "hello"],
    ["JSON that is not a message", "{}"],
    ["bytes of another kind", new Uint8Array([9, 0, 0, 0, 0, 0, 0])],
    ["lengths beyond the end", new Uint8Array([3, 1, 1, 200, 1, 0, 1, 65])],
    ["a payload that is not JSON", new Uint8Array([3, 0, 0, 1, 1, 0, 1, 65, 66, 67])],
  ])("closes a socket that sends %s", async (_name, frame) => {
    const socket = await openSocket();
    socket.raw(frame);
    expect(await socket.closed()).toBe(1008);
  });

  it.each([
    ["without a key", "vsn=2.0.0", 401],
    ["with another version", `vsn=3.0.0&apikey=${platform.publishable_key}`, 400],
  ])("refuses a socket %s", async (_name, query, status) => {
    const address = `${platform.api_url}/realtime/v1/websocket?${query}`;
    const response = await fetch(address, { headers: { upgrade: "websocket" } });
    await response.body?.cancel();
    expect([426, status]).toContain(response.status);
    const socket = new WebSocket(address.replace("http", "ws"));
    await new Promise((resolve) => socket.addEventListener("error", resolve));
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  it("lets one client listen to many topics", async () => {
    const client = newClient();
    const topics = Array.from({ length: 20 }, newTopic);
    const listeners = topics.map((topic) => listen(client, topic));
    await eventually(() =>
      expect(listeners.map(({ states }) => states)).toEqual(topics.map(() => ["SUBSCRIBED"]))
    );
  });
});
