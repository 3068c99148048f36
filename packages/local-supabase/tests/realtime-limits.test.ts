/** The load that one client, or many, may put on the platform. */
import { expect, test } from "vitest";
import { isPrivate, join, listen, openSocket } from "./support/live.ts";
import { eventually, member, newClient, platform, sql } from "./support/platform.ts";

const newTopic = () => `limits:${crypto.randomUUID()}`;
const say = (payload: unknown) => ({ type: "broadcast" as const, event: "said", payload });
const acknowledged = { broadcast: { ack: true } };

test("a message of 1 MB is refused, and the channel goes on", async () => {
  const topic = newTopic();
  const speaker = await join(newClient(), topic, acknowledged);
  const listener = await join(newClient(), topic);
  expect(await speaker.channel.send(say({ text: "x".repeat(1_000_000) }))).toBe("error");
  expect(await speaker.channel.send(say({ text: "x".repeat(200_000) }))).toBe("ok");
  await eventually(() => expect(listener.heard).toHaveLength(1));
});

test("a message of the database that is too big is not sent", async () => {
  const topic = newTopic();
  const { heard } = await join(newClient(), topic);
  for (const size of [1_000_000, 1000]) {
    await sql`
      select realtime.send(jsonb_build_object('id', repeat('x', ${size}::int)), 'said', ${topic}, false)`;
  }
  await eventually(() => expect(heard).toHaveLength(1));
});

test("the presence of a client is small", async () => {
  const { channel } = await join(newClient(), newTopic(), { presence: { enabled: true } });
  expect(await channel.track({ text: "x".repeat(20_000) })).toBe("error");
  expect(await channel.track({ text: "x".repeat(10_000) })).toBe("ok");
});

test("a socket joins 100 topics at most", async () => {
  const socket = await openSocket();
  const topics = Array.from({ length: 101 }, (_, n) => `${newTopic()}:${n}`);
  const answers = await Promise.all(topics.map((topic, n) => socket.join(topic, {}, String(n))));
  expect(answers.slice(0, 100).every(({ status }) => status === "ok")).toBe(true);
  expect(answers[100]).toMatchObject({ response: { reason: expect.stringContaining("Too many") } });
});

type Socket = Awaited<ReturnType<typeof openSocket>>;

test.each<[string, (socket: Socket, token: string) => void, number]>([
  ["many messages a second", (socket) => {
    for (let n = 0; n < 500; n++) socket.send(null, String(n), "phoenix", "heartbeat", {});
  }, 1008],
  ["more than can wait while it joins", (socket, access_token) => {
    socket.send("1", "1", "realtime:slow", "phx_join", { access_token, config: isPrivate });
    for (let n = 0; n < 10; n++) socket.send("1", "1", "realtime:a", "x".repeat(1_000_000), {});
  }, 1008],
  ["a frame of 5 MB", (socket) => socket.raw("x".repeat(5_000_000)), 1009],
  ["a reference of 1 kB", (socket) => socket.send("x".repeat(1000), "1", "a", "b", {}), 1008],
])("a socket that sends %s is closed", async (_name, send, code) => {
  const socket = await openSocket();
  send(socket, (await member()).token);
  // A client that is still sending may see the connection end before it has read the reason.
  expect([code, 0]).toContain(await socket.closed());
});

test("a client that reads too slowly is dropped, and the others hear everything", async () => {
  const topic = newTopic();
  const watcher = await join(newClient(), topic, { ...acknowledged, presence: { enabled: true } });
  const { hostname, port } = new URL(platform.api_url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const write = (text: string) => connection.write(new TextEncoder().encode(text));
  await write(
    `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${platform.publishable_key} HTTP/1.1\r\n` +
      `Host: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  await connection.read(new Uint8Array(1024));
  const frame = async (...message: unknown[]) => {
    const text = new TextEncoder().encode(JSON.stringify(message));
    // RFC 6455, section 5.2: a final frame of text, masked with zeros.
    const head = [0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0];
    await connection.write(new Uint8Array([...head, ...text]));
  };
  await frame("1", "1", `realtime:${topic}`, "phx_join", { config: { presence: { key: "slow" } } });
  await frame("1", "2", `realtime:${topic}`, "presence", { event: "track", payload: {} });
  const present = () => Object.keys(watcher.channel.presenceState());
  await eventually(() => expect(present()).toEqual(["slow"]));

  const listener = await join(newClient(), topic);
  let sent = 0;
  while (present().includes("slow") && sent < 200) {
    await watcher.channel.send(say({ text: "x".repeat(200_000) }));
    sent++;
  }
  expect(present()).toEqual([]);
  await eventually(() => expect(listener.heard).toHaveLength(sent));
  connection.close();
});

test("500 sockets at once all receive the broadcast of the database", async () => {
  const topic = newTopic();
  const listeners = Array.from({ length: 500 }, () => listen(newClient(), topic));
  const count = (of: (listener: typeof listeners[number]) => unknown[]) =>
    listeners.filter((listener) => of(listener).length > 0).length;
  await eventually(() => expect(count(({ states }) => states)).toBe(500));
  expect(new Set(listeners.flatMap(({ states }) => states))).toEqual(new Set(["SUBSCRIBED"]));
  await sql`select realtime.send('{}', 'said', ${topic}, false)`;
  await eventually(() => expect(count(({ heard }) => heard)).toBe(500));
});
