/** Broadcasts from the database and over HTTP, and the table that they pass through. */
import { describe, expect, it, test } from "vitest";
import postgres from "postgres";
import { keepPartitions } from "../realtime/partitions.ts";
import { isPrivate, join, room } from "./support/live.ts";
import {
  as,
  eventually,
  member,
  newClient,
  platform,
  service,
  sql,
  urlOf,
} from "./support/platform.ts";

const admin = () => postgres(urlOf("supabase_realtime_admin"), { max: 1, onnotice: () => {} });

describe("a broadcast from the database", () => {
  it("reaches the private topic once it is committed", async () => {
    const a = await member();
    const topic = await room(a);
    const { heard } = await join(a.client, topic, isPrivate);
    await sql.begin(async (transaction) => {
      await transaction`select realtime.send('{"id": 1}', 'undone', ${topic})`;
      throw new Error("undone");
    }).catch(() => {});
    await sql`select realtime.send('{"id": 1, "text": "Grüße"}', 'done', ${topic})`;
    await eventually(() => expect(heard).toEqual([["done", { id: 1, text: "Grüße" }]]));
  });

  it("reaches a public topic where it says so, and gives a payload an id", async () => {
    const topic = crypto.randomUUID();
    const { heard } = await join(newClient(), topic);
    await sql`select realtime.send('{}', 'private', ${topic})`;
    await sql`select realtime.send('{}', 'public', ${topic}, false)`;
    await eventually(() => expect(heard).toEqual([["public", { id: expect.any(String) }]]));
  });

  it("tells of a row's changes", async () => {
    const a = await member();
    const topic = await room(a);
    const { heard } = await join(a.client, topic, isPrivate);
    await sql`insert into private.notes (room) values (${topic.slice(5)})`;
    await sql`delete from private.notes where room = ${topic.slice(5)}`;
    await eventually(() => expect(heard).toHaveLength(2));
    const row = { id: expect.any(Number), room: topic.slice(5) };
    const table = { table: "notes", schema: "private" };
    expect(heard).toMatchObject([
      ["INSERT", { ...table, operation: "INSERT", record: row, old_record: null }],
      ["DELETE", { ...table, operation: "DELETE", record: null, old_record: row }],
    ]);
  });

  it("never fails the write that it tells of", async () => {
    const owner = admin();
    try {
      await owner.begin(async (transaction) => {
        const [today] = await transaction<{ name: string }[]>`
          select to_char(now() at time zone 'utc', '"messages_"YYYY_MM_DD') as name`;
        await transaction.unsafe(`drop table realtime.${today!.name}`);
        await transaction`select realtime.send('{}', 'lost', 'anywhere')`;
        throw new Error("undone");
      });
    } catch (error) {
      expect((error as Error).message).toBe("undone");
    } finally {
      await owner.end();
    }
  });
});

test("partitions are kept for the last three days and the next three", async () => {
  const owner = admin();
  const days = async () =>
    (await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'realtime'::regnamespace and relispartition and relkind = 'r'
      order by 1`).map(({ name }) => name);
  try {
    const now = await days();
    expect(now).toHaveLength(4);
    await keepPartitions(owner, Date.now() - 5 * 86_400_000);
    expect(await days()).toHaveLength(8);
    await keepPartitions(owner);
    expect((await days()).slice(-4)).toEqual(now);
    expect(await days()).toHaveLength(6);
  } finally {
    await owner.end();
  }
});

test("nobody reads the table through the Data API, nor more of it than its policies show", async () => {
  const a = await member();
  const { error } = await service.schema("realtime").from("messages").select();
  expect(error?.message).toMatch(/schema/);
  await sql`select realtime.send('{}', 'secret', 'elsewhere')`;
  const rows = await as(
    { role: "authenticated", sub: a.id },
    (tx) => tx`select from realtime.messages`,
  );
  expect(rows).toHaveLength(0);
});

describe("a broadcast over HTTP", () => {
  const post = (
    path: string,
    body: BodyInit,
    token = platform.publishable_key,
    type = "application/json",
  ) =>
    fetch(`${platform.api_url}/realtime/v1/api/broadcast${path}`, {
      method: "POST",
      headers: {
        apikey: platform.publishable_key,
        authorization: `Bearer ${token}`,
        "content-type": type,
      },
      body,
    }).then(async (response) => (await response.body?.cancel(), response.status));
  const message = (topic: string, event: string, more = {}) => ({
    topic,
    event,
    payload: { n: 1 },
    ...more,
  });

  it("reaches the topics of a list to which the caller may write", async () => {
    const [a, b] = [await member(), await member()];
    const [mine, theirs, open] = [await room(a), await room(b), crypto.randomUUID()];
    const inMine = await join(a.client, mine, isPrivate);
    const inTheirs = await join(b.client, theirs, isPrivate);
    const inOpen = await join(newClient(), open);
    const messages = [
      message(mine, "hello", isPrivate),
      message(theirs, "forged", isPrivate),
      message(open, "hello"),
    ];
    expect(await post("", JSON.stringify({ messages }), a.token)).toBe(202);
    await eventually(() => expect(inMine.heard).toEqual([["hello", { n: 1 }]]));
    await eventually(() => expect(inOpen.heard).toEqual([["hello", { n: 1 }]]));
    expect(inTheirs.heard).toEqual([]);
  });

  it("reaches one topic, as supabase-js sends it", async () => {
    const [a, stranger] = [await member(), await member()];
    const topic = await room(a);
    const { channel, heard } = await join(a.client, topic, isPrivate);
    await channel.httpSend("a/b ü", { n: 1 });
    await channel.httpSend("bytes", new Uint8Array([1, 2]).buffer);
    await eventually(() => expect(heard).toHaveLength(2));
    expect(heard[0]).toEqual(["a/b ü", { n: 1 }]);
    expect([...new Uint8Array(heard[1]![1] as ArrayBuffer)]).toEqual([1, 2]);
    await expect(stranger.client.channel(topic, { config: isPrivate }).httpSend("forged", {}))
      .rejects.toThrow("permissions");
  });

  it.each<[string, string, BodyInit, number]>([
    ["a list without messages", "", "{}", 422],
    ["a message without a topic", "", '{"messages": [{"event": "a"}]}', 422],
    ["what is not JSON", "", "hello", 422],
    ["what is not JSON, to one topic", "/a/events/b", "hello", 422],
    ["1 MB", "/a/events/b", JSON.stringify("x".repeat(1_000_000)), 413],
    [
      "1 MB in a list",
      "",
      JSON.stringify({ messages: [message("a", "b", { payload: "x".repeat(1_000_000) })] }),
      413,
    ],
  ])("refuses %s", async (_name, path, body, status) => {
    expect(await post(path, body)).toBe(status);
  });

  it("needs an API key", async () => {
    const response = await fetch(`${platform.api_url}/realtime/v1/api/broadcast`, {
      method: "POST",
    });
    await response.body?.cancel();
    expect(response.status).toBe(401);
  });
});
