import { describe, expect, it } from "vitest";
import { anonymous, person, superAdmin } from "../support/people.ts";
import { ISO, NOWHERE, ok, UUID } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { badgeOf, myDrops, path, send, sent, SYSTEM_SENDER, template } from "./support.ts";

const words = { drop_type: "encouragement", content: "You are doing great" };
const song = "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC";

describe("sending a drop", () => {
  it("of one's own words takes it from the allowance and notifies the recipient", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    expect(await myDrops(ana)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      daily_allowance: 5,
      drops_used: 0,
      bonus_drops_earned: 0,
      total_available: 5,
      custom_used: 0,
      custom_max: 3,
    });
    const answer = await send(ana, ben, words);
    expect(answer.status).toBe(201);
    const { drop, my_drops } = answer.body;
    expect(drop).toEqual({
      id: expect.stringMatching(UUID),
      sender_id: ana.id,
      recipient_id: ben.id,
      drop_type: "encouragement",
      template_id: null,
      title: null,
      content: "You are doing great",
      media_url: null,
      media_type: null,
      thumbnail_url: null,
      entry_id: null,
      date_sent: expect.stringMatching(ISO),
      read_at: null,
      bonus_drops: 2,
      bonus_drops_awarded: 0,
      engagement_window_ends_at: expect.stringMatching(ISO),
      engagement_increased: false,
      settled_at: null,
    });
    const window = Date.parse(drop.engagement_window_ends_at) - Date.parse(drop.date_sent);
    expect(window).toBe(24 * 3600 * 1000);
    expect(my_drops).toMatchObject({ drops_used: 1, custom_used: 1, total_available: 4 });
    expect(await myDrops(ana)).toEqual(my_drops);
    expect(await badgeOf(ana)).toMatchObject({ total_drops_sent: 1, consecutive_days: 1 });

    const [notification] = await sql`
      select type, body, data from public.notifications where user_id = ${ben.id}`;
    expect(notification).toEqual({
      type: "drop_received",
      body: expect.stringMatching(/^@ana\S* sent you a drop$/),
      data: { drop_id: drop.id, user_id: ana.id },
    });
  });

  it("of a template copies it, counts the use and is not custom", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const id = await template({
      drop_type: "media",
      title: "A song",
      content: "",
      media_url: song,
      media_type: "music",
      thumbnail_url: "https://example.com/a.png",
    });
    const drop = await sent(ana, ben, { drop_type: "media", template_id: id });
    expect(drop).toMatchObject({
      drop_type: "media",
      template_id: id,
      title: "A song",
      content: "",
      media_url: song,
      media_type: "music",
      thumbnail_url: "https://example.com/a.png",
    });
    await sent(ana, ben, { template_id: id });
    expect(await myDrops(ana)).toMatchObject({ drops_used: 2, custom_used: 0 });
    expect(await sql`select usage_count from public.drop_templates where id = ${id}`)
      .toEqual([{ usage_count: 2 }]);
    await sql`delete from public.drop_templates where id = ${id}`;
    expect((await ok(ben, "GET", `${path}/received`)).drops).toHaveLength(2);
  });

  it.each([
    "https://youtube.com/watch?v=abc",
    "https://www.youtube.com/watch?v=abc",
    "https://m.youtube.com/watch?v=abc",
    "https://music.youtube.com/watch?v=abc",
    "https://youtu.be/abc",
    "https://vimeo.com/123",
    "https://soundcloud.com/a/b",
    song,
  ])("of media takes %s, with and without words", async (media_url) => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const plain = await sent(ana, ben, { drop_type: "media", media_url });
    expect(plain).toMatchObject({ media_url, content: "" });
    const both = await sent(ana, ben, { drop_type: "media", media_url, content: "For you" });
    expect(both).toMatchObject({ media_url, content: "For you" });
  });

  it("counts characters, and takes 500 of them", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await sent(ana, ben, { drop_type: "science_tidbit", content: "🌱".repeat(500) });
  });

  it.each([
    [{}, "drop_type: required without a template"],
    [{ drop_type: "hug", content: "x" }, "drop_type: expected one of"],
    [{ drop_type: "encouragement" }, "content: required without a template"],
    [{ drop_type: "encouragement", content: " " }, "content: must not be empty"],
    [{ drop_type: "encouragement", content: "x".repeat(501) }, "content: expected at most 500"],
    [{ ...words, media_url: song }, "media_url: only a media drop has one"],
    [{ drop_type: "media", content: "x" }, "media_url: required for media"],
    [{ drop_type: "media", media_url: "https://example.com/a" }, "media_url: expected an https"],
    [{ drop_type: "media", media_url: song.replace("https", "http") }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://youtube.com.evil.com/a" }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://evil.com/youtube.com/a" }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://youtube.com@evil.com/a" }, "media_url: expected"],
    [{ template_id: NOWHERE, content: "x" }, "content: a template has its own"],
    [{ template_id: NOWHERE, media_url: song }, "media_url: a template has its own"],
  ])("refuses %j and takes nothing", async (fields, error) => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const answer = await send(ana, ben, fields);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(error);
    // The same straight at the database.
    const direct = await ana.client.rpc("send_drop", {
      p_recipient_id: ben.id,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`p_${name}`, value])),
    });
    expect(direct.error).not.toBeNull();
    expect((await myDrops(ana)).drops_used).toBe(0);
    expect((await ok(ben, "GET", `${path}/received`)).drops).toEqual([]);
  });

  it("refuses a template of another type, and one that is not approved or unknown", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const other = await send(ana, ben, {
      template_id: await template(),
      drop_type: "science_tidbit",
    });
    expect([other.status, other.body.error]).toEqual([
      400,
      "drop_type: the template is of the type encouragement",
    ]);
    for (const id of [await template({ is_approved: false }), NOWHERE]) {
      const answer = await send(ana, ben, { template_id: id });
      expect([answer.status, answer.body.error]).toEqual([404, "Template not found"]);
    }
  });

  it("refuses the sender as recipient", async () => {
    const ana = await person("Ana");
    const answer = await send(ana, ana);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      "recipient_id: you cannot send a drop to yourself",
    ]);
  });

  it("answers 404 alike for unknown, blocked and blocking recipients, and those the sender blocks", async () => {
    const [ana, shunned, blocked, blocking] = await Promise.all([
      person("Ana"),
      person("Shunned"),
      person("Blocked"),
      person("Blocking"),
    ]);
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    await ok(blocking, "PUT", "/api/user/profile", { blocked_user_ids: [ana.id] });
    await ok(ana, "PUT", "/api/user/profile", { blocked_user_ids: [shunned.id] });
    for (const id of [NOWHERE, blocked.id, blocking.id, shunned.id, SYSTEM_SENDER]) {
      const answer = await send(ana, { id });
      expect([id, answer.status, answer.body.error]).toEqual([id, 404, "Recipient not found"]);
    }
    expect((await myDrops(ana)).drops_used).toBe(0);
  });

  it("is possible to a synthetic user", async () => {
    const [ana, robot] = await Promise.all([person("Ana"), person("Robot")]);
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    await sent(ana, robot);
  });

  it("requires authentication and an active account", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const body = { recipient_id: ben.id, ...words };
    expect((await anonymous.api("POST", `${path}/send`, body)).status).toBe(401);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect((await send(ana, ben)).status).toBe(403);
  });
});

describe("an associated entry", () => {
  const entryOf = async (who: Parameters<typeof ok>[0], fields = {}) =>
    (await ok(who, "POST", "/api/journal", {
      title: "Mine",
      content: "x",
      mood: "calm",
      ...fields,
    }))
      .entry;

  it("must be visible to the sender, and is shown to a recipient who sees it", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const open = await entryOf(ben, { metadata_visibility: "public" });
    await sent(ana, ben, { ...words, entry_id: open.id });
    const hidden = await entryOf(ben);
    const refused = await send(ana, ben, { ...words, entry_id: hidden.id });
    expect([refused.status, refused.body.error]).toEqual([404, "Entry not found"]);
    const { drops } = await ok(ben, "GET", `${path}/received`);
    expect(drops.map(({ entry }: { entry: unknown }) => entry)).toEqual([
      { id: open.id, title: "Mine" },
    ]);
  });

  it("is hidden from a recipient who may not see it, also when it becomes hidden", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const entry = await entryOf(ana, { metadata_visibility: "public" });
    await sent(ana, ben, { ...words, entry_id: entry.id });
    const shown = async () => (await ok(ben, "GET", `${path}/received`)).drops[0].entry;
    const direct = async ({ client }: typeof ben) =>
      (await client.from("drops_sent").select("*, drop_entries(entry_id)")).data;
    expect(await shown()).toEqual({ id: entry.id, title: "Mine" });
    expect(await direct(ben)).toMatchObject([{ drop_entries: { entry_id: entry.id } }]);
    await ok(ana, "PUT", `/api/journal/${entry.id}`, { metadata_visibility: "user" });
    expect(await shown()).toBeNull();
    expect(JSON.stringify(await direct(ben))).not.toContain(entry.id);
    expect(await direct(ana)).toMatchObject([{ drop_entries: { entry_id: entry.id } }]);
    await ok(ana, "DELETE", `/api/journal/${entry.id}`);
    expect(await shown()).toBeNull();
  });
});

describe("the allowance of a day", () => {
  it("ends with 429, and Retry-After leads to the next day", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const id = await template();
    for (let n = 0; n < 3; n++) await sent(ana, ben);
    const custom = await send(ana, ben);
    expect([custom.status, custom.body.error, custom.body.code]).toEqual([
      429,
      "No custom drops are left for today",
      "no_custom_drops_left",
    ]);
    await sent(ana, ben, { template_id: id });
    await sent(ana, ben, { template_id: id });
    const all = await send(ana, ben, { template_id: id });
    expect([all.status, all.body.error, all.body.code])
      .toEqual([429, "No drops are left for today", "no_drops_left"]);
    const now = new Date();
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    const seconds = Number(all.headers.get("retry-after"));
    expect(Math.abs(seconds - (midnight - now.getTime()) / 1000)).toBeLessThan(60);
    expect(await myDrops(ana)).toMatchObject({ drops_used: 5, total_available: 0 });
  });

  it("is not exceeded by fifty sends at once, of templates or of words", async () => {
    const [ana, ben, cleo] = await Promise.all([person("Ana"), person("Ben"), person("Cleo")]);
    const id = await template();
    const statuses = async (fields?: Record<string, unknown>) =>
      (await Promise.all(Array.from({ length: 50 }, () => send(ana, ben, fields))))
        .map(({ status }) => status).filter((status) => status !== 429);
    expect(await statuses()).toEqual([201, 201, 201]);
    expect(await statuses({ template_id: id })).toEqual([201, 201]);
    const stored = await sql`
      select (select count(*)::int from public.drops_sent where sender_id = ${ana.id}) as drops,
        (select usage_count from public.drop_templates where id = ${id}) as uses`;
    expect(stored).toEqual([{ drops: 5, uses: 2 }]);
    expect(await badgeOf(ana)).toMatchObject({ total_drops_sent: 5 });
    expect((await send(cleo, ben)).status).toBe(201);
  });

  it("is taken once by requests with the same Idempotency-Key", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await send(ana, ben, words, key);
    const again = await send(ana, ben, words, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await send(ana, ben, { ...words, content: "other" }, key)).status).toBe(409);
    expect((await myDrops(ana)).drops_used).toBe(1);
  });
});

describe("direct clients", () => {
  it("write neither drops nor allowances nor badges", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const drop = await sent(ana, ben);
    const writes = [
      ben.client.from("drops_sent").update({ content: "Mine" }).eq("id", drop.id),
      ben.client.from("drops_sent").delete().eq("id", drop.id),
      ana.client.from("drops_sent").update({ settled_at: null }).eq("id", drop.id),
      ana.client.from("user_drops").update({ drops_used: 0 }).eq("user_id", ana.id),
      ana.client.from("user_drops").delete().eq("user_id", ana.id),
      ana.client.from("encouragement_badges").update({ level: 7 }).eq("user_id", ana.id),
      ana.client.from("drops_sent").insert({ ...words, sender_id: ben.id, recipient_id: ana.id }),
    ];
    for (const { error } of await Promise.all(writes)) expect(error?.code).toBe("42501");
    for (const name of ["process_engagement_batch", "record_assistant_drop"]) {
      expect((await ana.client.rpc(name, {})).error).not.toBeNull();
    }
  });

  it("who are strangers see nothing of drops and allowances", async () => {
    const [ana, ben, cleo, admin] = await Promise.all([
      person("Ana"),
      person("Ben"),
      person("Cleo"),
      superAdmin(),
    ]);
    const { id } = await sent(ana, ben);
    for (const other of [cleo, admin]) {
      const rows = await other.client.from("drops_sent").select("*", { count: "exact" })
        .eq("sender_id", ana.id);
      expect([rows.count, rows.data]).toEqual([0, []]);
    }
    const days = await cleo.client.from("user_drops").select("*", { count: "exact" });
    expect([days.count, days.data]).toEqual([0, []]);
    for (const party of [ana, ben]) {
      const rows = await party.client.from("drops_sent")
        .select("id, sender:profile_cards!drops_sent_sender_id_fkey(id)");
      expect(rows.data).toEqual([{ id, sender: { id: ana.id } }]);
    }
  });
});
