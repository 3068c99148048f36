/** Sending a drop: its content, its recipient, an associated entry, and the allowance of a day. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { persons } from "../support/people.ts";
import { codeOf, messageOf, NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { badgeOf, myDrops, path, send, sent, SYSTEM_SENDER, template } from "./support.ts";

const words = { drop_type: "encouragement", content: "You are doing great" };
const song = "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC";

describe("sending a drop", () => {
  it("in the sender's own words takes it from the allowance and notifies the recipient", async ({ ana, ben }) => {
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
    expect(drop).toMatchObject({
      sender_id: ana.id,
      recipient_id: ben.id,
      content: "You are doing great",
      template_id: null,
      read_at: null,
      bonus_drops: 2,
      bonus_drops_awarded: 0,
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
      body: expect.stringMatching(/^@ana\S* sent you a cheer$/),
      data: { drop_id: drop.id, user_id: ana.id },
    });
  });

  it("of a template copies it, counts the use and is not custom", async ({ ana, ben }) => {
    const copied = {
      drop_type: "media",
      title: "A song",
      content: "",
      media_url: song,
      media_type: "music",
      thumbnail_url: "https://example.com/a.png",
    };
    const id = await template(copied);
    const drop = await sent(ana, ben, { drop_type: "media", template_id: id });
    expect(drop).toMatchObject({ ...copied, template_id: id });
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
    const [ana, ben] = await persons("Ana", "Ben");
    const plain = await sent(ana, ben, { drop_type: "media", media_url });
    expect(plain).toMatchObject({ media_url, content: "" });
    const both = await sent(ana, ben, { drop_type: "media", media_url, content: "For you" });
    expect(both).toMatchObject({ media_url, content: "For you" });
  });

  it("counts characters, and takes 500 of them", async ({ ana, ben }) => {
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
    [{ drop_type: "media", media_url: song.replace("open.", "") }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://youtube.com.evil.com/a" }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://evil.com/youtube.com/a" }, "media_url: expected"],
    [{ drop_type: "media", media_url: "https://youtube.com@evil.com/a" }, "media_url: expected"],
    [{ template_id: NOWHERE, content: "x" }, "content: a template has its own"],
    [{ template_id: NOWHERE, media_url: song }, "media_url: a template has its own"],
  ])("refuses %j and takes nothing", async (fields, error) => {
    const [ana, ben] = await persons("Ana", "Ben");
    expect(await messageOf(send(ana, ben, fields))).toContain(`400 ${error}`);
    // The same straight at the database.
    const direct = await ana.client.rpc("send_drop", {
      p_recipient_id: ben.id,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`p_${name}`, value])),
    });
    expect(direct.error).not.toBeNull();
    expect((await myDrops(ana)).drops_used).toBe(0);
    expect((await ok(ben, "GET", `${path}/received`)).drops).toEqual([]);
  });

  it("refuses a template of another type, without approval, or unknown", async ({ ana, ben }) => {
    expect(
      await messageOf(send(ana, ben, {
        template_id: await template(),
        drop_type: "science_tidbit",
      })),
    ).toBe("400 drop_type: the template is of the type encouragement");
    for (const id of [await template({ is_approved: false }), NOWHERE]) {
      expect(await messageOf(send(ana, ben, { template_id: id }))).toBe("404 Template not found");
    }
  });

  it("with an id of the client happens once, also at the same moment", async ({ ana, ben, cleo }) => {
    const id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(ana, ben, { ...words, id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const again = await send(ana, ben, { ...words, content: "Other", id });
    expect([again.status, again.body]).toEqual([200, answers[0]!.body]);
    expect((await myDrops(ana)).drops_used).toBe(1);
    expect(await codeOf(send(cleo, ben, { ...words, id }))).toBe("409 id_taken");
    const { error } = await cleo.client
      .rpc("send_drop", {
        p_recipient_id: ben.id,
        p_drop_type: "encouragement",
        p_content: "x",
        p_id: id,
      });
    expect(error).toMatchObject({ code: "PT409", details: "id_taken" });
    expect((await myDrops(cleo)).drops_used).toBe(0);
    expect((await ok(ben, "GET", `${path}/received`)).drops).toMatchObject([{ id }]);
  });

  it("refuses the sender as recipient", async ({ ana }) => {
    expect(await messageOf(send(ana, ana))).toBe(
      "400 recipient_id: you cannot send a drop to yourself",
    );
  });

  it("answers 404 alike for unknown, blocked and blocking recipients, and those the sender blocks", async () => {
    const [ana, shunned, blocked, blocking] = await persons(
      "Ana",
      "Shunned",
      "Blocked",
      "Blocking",
    );
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
    const [ana, robot] = await persons("Ana", "Robot");
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    await sent(ana, robot);
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

  it("must be visible to the sender, and is shown to a recipient who sees it", async ({ ana, ben }) => {
    const open = await entryOf(ben, { metadata_visibility: "public" });
    await sent(ana, ben, { ...words, entry_id: open.id });
    const hidden = await entryOf(ben);
    expect(await messageOf(send(ana, ben, { ...words, entry_id: hidden.id }))).toBe(
      "404 Entry not found",
    );
    const { drops } = await ok(ben, "GET", `${path}/received`);
    expect(drops.map(({ entry }: { entry: unknown }) => entry)).toEqual([
      { id: open.id, title: "Mine" },
    ]);
  });

  it("is answered in its stored form when the drop is sent again, also once it is deleted", async ({ ana, ben }) => {
    const entry = await entryOf(ana);
    const sendBoth = (p_id: string, p_entry_id?: string) =>
      ana.client.rpc("send_drop", {
        p_recipient_id: ben.id,
        p_drop_type: "encouragement",
        p_content: "Go on",
        p_entry_id,
        p_id,
      }).then(({ data, error }) => (error ? error.message : data.drop.entry_id));
    const [plain, about] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await sendBoth(plain)).toBeNull();
    expect(await sendBoth(plain, entry.id)).toBeNull();
    expect(await sendBoth(about, entry.id)).toBe(entry.id);
    expect(await sendBoth(about)).toBe(entry.id);
    await ok(ana, "DELETE", `/api/journal/${entry.id}`);
    expect(await sendBoth(about, entry.id)).toBeNull();
    expect(await sendBoth(crypto.randomUUID(), entry.id)).toBe("Entry not found");
    expect(await myDrops(ana)).toMatchObject({ drops_used: 2 });
  });

  it("is hidden from a recipient who may not see it, also when it becomes hidden", async ({ ana, ben }) => {
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
  it("ends with 429, and Retry-After leads to the next day", async ({ ana, ben }) => {
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

  it("is not exceeded by fifty sends at once, of templates or of words", async ({ ana, ben, cleo }) => {
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
});
