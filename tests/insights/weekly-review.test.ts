/** The weekly review: when it is due, what it says, and how it ends. */
import { describe, expect } from "vitest";
import { emailTo } from "../email/support.ts";
import { testEnvironment } from "../support/environment.ts";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import { anonymous, type Person, send } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const both = { weekly_review: true, weekly_review_mail: true };
const prefer = (who: Person, preferences: Record<string, unknown>) =>
  ok(who, "PUT", "/api/user/profile", { preferences });
const write = (who: Person, written_at: string, fields: Record<string, unknown> = {}) =>
  ok(who, "POST", "/api/journal", { title: "A day", content: "two words", written_at, ...fields });
const reviewed = (who: Person) => noticesOf(who, "weekly_review");
const mailed = (who: Person) => emailTo(who.email);
const rowOf = async ({ id }: Person) =>
  (await sql`
    select next_at, unsubscribe_code from private.weekly_reviews where user_id = ${id}`)[0];

/** Runs the job at an instant, when the review of the person is due; returns when the next one is. */
async function runAt(who: Person, at: string): Promise<string> {
  await sql`update private.weekly_reviews set next_at = ${at}::timestamptz where user_id = ${who.id}`;
  await sql`select private.send_weekly_reviews(100, 'https://app.example', ${at}::timestamptz)`;
  return (await rowOf(who))!.next_at.toISOString();
}

// 23 November 2026 is a Monday; its review is of the 16th to the 22nd.
const week = { from: "2026-11-16", to: "2026-11-22" };

describe("the next review", () => {
  it.for([
    ["before 8:00", "Europe/Berlin", "2026-11-23T06:59Z", "2026-11-23T07:00"],
    ["in the morning, already due", "Europe/Berlin", "2026-11-23T10:59Z", "2026-11-23T07:00"],
    ["from noon on", "Europe/Berlin", "2026-11-23T11:00Z", "2026-11-30T07:00"],
    ["on a Sunday", "Europe/Berlin", "2026-11-22T22:59Z", "2026-11-23T07:00"],
    ["where Monday begins first", "Pacific/Kiritimati", "2026-11-22T17:00Z", "2026-11-22T18:00"],
    ["where Monday begins last", "Pacific/Pago_Pago", "2026-11-23T22:59Z", "2026-11-23T19:00"],
    ["quarters of an hour", "Asia/Kathmandu", "2026-11-23T00:00Z", "2026-11-23T02:15"],
    ["over the end of summer time", "Europe/Berlin", "2026-10-24T10:00Z", "2026-10-26T07:00"],
    ["over its beginning", "Europe/Berlin", "2026-03-24T10:00Z", "2026-03-30T06:00"],
  ])("%s: %s %s", async ([, timezone, after, expected]) => {
    const [row] = await sql`select private.next_review(${timezone!}, ${after!}::timestamptz) as at`;
    expect(row!.at.toISOString()).toBe(`${expected}:00.000Z`);
  });

  it("is planned with the preferences, and moves with the time zone", async ({ ana }) => {
    expect(await rowOf(ana)).toBeUndefined();
    for (const key of ["weekly_review", "weekly_review_mail"]) {
      await prefer(ana, { [key]: true });
      const inUtc = (await rowOf(ana))!.next_at;
      expect([inUtc.getUTCDay(), inUtc.getUTCHours()]).toEqual([1, 8]);
      await ok(ana, "PUT", "/api/user/profile", { timezone: "Etc/GMT-3" });
      expect((await rowOf(ana))!.next_at.getUTCHours()).toBe(5);
      await ok(ana, "PUT", "/api/user/profile", { timezone: "UTC" });
      await prefer(ana, { [key]: false });
      expect((await rowOf(ana))!.next_at).toBeNull();
    }
  });
});

describe("the job", () => {
  it("says counts in the app, and moods in the mail", async ({ ana }) => {
    await prefer(ana, both);
    for (const day of [16, 16, 22]) {
      await write(ana, `2026-11-${day}T12:00:00Z`, { mood: day === 22 ? "Calm" : "grateful" });
    }
    for (const outside of ["2026-11-15T23:59:59Z", "2026-11-23T00:00:00Z"]) {
      await write(ana, outside, { mood: "angry" });
    }
    expect(await runAt(ana, "2026-11-23T08:00:00Z")).toBe("2026-11-30T08:00:00.000Z");
    expect(await reviewed(ana)).toEqual([{
      title: "Your week",
      body: "3 entries with 12 words on 2 days",
      data: { ...week, entries: 3, words: 12, days: 2 },
    }]);
    const { text_body, html_body } = (await mailed(ana))!;
    expect(html_body).toBeNull();
    expect(text_body).toBe(
      "From Monday 16 November to Sunday 22 November you wrote 3 entries with 12 words on 2 days.\n\n" +
        "Your most frequent moods: grateful (2), calm (1)\n\n" +
        "Look back at the week:\n" +
        "https://app.example/#/journal/insights?from=2026-11-16&to=2026-11-22\n\n" +
        "You get this mail because your profile asks for it. You can turn it off there:\n" +
        "https://app.example/#/me/profile",
    );
  });

  it("counts one entry, one word and one day as such", async ({ ana }) => {
    await prefer(ana, { weekly_review: true });
    await write(ana, "2026-11-18T12:00:00Z", { title: "Home", content: "" });
    await runAt(ana, "2026-11-23T08:00:00Z");
    expect(await reviewed(ana)).toMatchObject([{ body: "1 entry with 1 word on 1 day" }]);
    expect(await mailed(ana)).toBeUndefined();
  });

  // The days of the week are those of the zone.
  it.for([
    ["Europe/Berlin", "2026-11-15T23:00:00Z", "2026-11-22T23:00:00Z", "2026-11-23T07:00:00Z"],
    ["Pacific/Kiritimati", "2026-11-15T10:00:00Z", "2026-11-22T10:00:00Z", "2026-11-22T18:00:00Z"],
    ["Pacific/Pago_Pago", "2026-11-16T11:00:00Z", "2026-11-23T11:00:00Z", "2026-11-23T19:00:00Z"],
    ["Asia/Kathmandu", "2026-11-15T18:15:00Z", "2026-11-22T18:15:00Z", "2026-11-23T02:15:00Z"],
  ])("%s: the week from %s", async ([timezone, begins, ends, at], { ana }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone, preferences: { weekly_review: true } });
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    for (const written of [before(begins!), begins!, before(ends!), ends!]) {
      await write(ana, written);
    }
    const next = await runAt(ana, at!);
    expect(await reviewed(ana)).toMatchObject([{ data: { ...week, entries: 2, days: 2 } }]);
    expect(Date.parse(next) - Date.parse(at!)).toBe(7 * 86_400_000);
  });

  it.for([
    ["07:59", 0],
    ["08:00", 1],
    ["11:59", 1],
    ["12:00:30", 1],
    ["12:15", 0],
    ["23:59", 0],
  ])("on Monday at %s: %i", async ([clock, count], { ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    const next = await runAt(ana, `2026-11-23T${clock}Z`);
    expect([(await reviewed(ana)).length, (await mailed(ana)) ? 1 : 0]).toEqual([count, count]);
    expect(next).toBe(clock === "07:59" ? "2026-11-23T08:00:00.000Z" : "2026-11-30T08:00:00.000Z");
  });

  it("sends nothing on another day of the week", async ({ ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    expect(await runAt(ana, "2026-11-24T09:00:00Z")).toBe("2026-11-30T08:00:00.000Z");
    expect([await reviewed(ana), await mailed(ana)]).toEqual([[], undefined]);
  });

  it("sends each way once a week, whatever the zone and the preferences do", async ({ ana }) => {
    await prefer(ana, { weekly_review: true });
    await write(ana, "2026-11-18T12:00:00Z");
    await runAt(ana, "2026-11-23T08:00:00Z");
    await ok(ana, "PUT", "/api/user/profile", { timezone: "America/New_York" });
    await prefer(ana, { weekly_review: false });
    await prefer(ana, both);
    await runAt(ana, "2026-11-23T13:00:00Z");
    const mail = await mailed(ana);
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Pacific/Honolulu" });
    await runAt(ana, "2026-11-23T18:00:00Z");
    expect(await reviewed(ana)).toHaveLength(1);
    expect(mail).toBeDefined();
    expect(await sql`select from private.emails where recipient = ${ana.email}`).toHaveLength(1);
  });

  it("sends once when two runs are at work", async ({ ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    await Promise.all([1, 2].map(() => runAt(ana, "2026-11-23T08:00:00Z")));
    expect(await reviewed(ana)).toHaveLength(1);
    expect(await sql`select from private.emails where recipient = ${ana.email}`).toHaveLength(1);
  });

  it.for<[string, (who: Person) => Promise<unknown>]>([
    ["without entries", ({ id }) => sql`delete from public.journal_entries where user_id = ${id}`],
    [
      "who is blocked",
      ({ id }) => sql`update public.profiles set is_active = false where id = ${id}`,
    ],
    ["who is synthetic", ({ id }) => sql`update public.profiles set is_ai = true where id = ${id}`],
  ])("sends nothing to a user %s", async ([, change], { ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    await change(ana);
    await runAt(ana, "2026-11-23T08:00:00Z");
    expect([await reviewed(ana), await mailed(ana)]).toEqual([[], undefined]);
  });

  it("sends no mail to an address that is not confirmed", async ({ ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    await sql`update auth.users set email_confirmed_at = null where id = ${ana.id}`;
    await runAt(ana, "2026-11-23T08:00:00Z");
    expect([(await reviewed(ana)).length, await mailed(ana)]).toEqual([1, undefined]);
  });

  it("notifies a user whose address cannot be mailed", async ({ ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    await sql`update auth.users set email = 'no, address' where id = ${ana.id}`;
    expect(await runAt(ana, "2026-11-23T08:00:00Z")).toBe("2026-11-30T08:00:00.000Z");
    expect(await reviewed(ana)).toHaveLength(1);
  });

  it("answers what it did", async ({ ana }) => {
    await prefer(ana, both);
    await sql`update private.weekly_reviews set next_at = now() where user_id = ${ana.id}`;
    const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
    const { status, body } = await send(
      "POST",
      "/api/insights/cron/weekly-review",
      undefined,
      secret,
    );
    expect(status).toBe(200);
    expect(body.results).toMatchObject({ failed: 0, errors: [] });
    expect(body.results.skipped).toBeGreaterThan(0);
    expect((await rowOf(ana))!.next_at.getTime()).toBeGreaterThan(Date.now());
  });
});

describe("the preferences", () => {
  it.for(["weekly_review", "weekly_review_mail"])("%s is true or false", async (key, { ana }) => {
    const { error } = await ana.client.from("profiles")
      .update({ preferences: { [key]: "yes" } }).eq("id", ana.id);
    expect(error?.message).toContain("profiles_preferences_check");
    expect((await ana.api("PUT", "/api/user/profile", { preferences: { [key]: 1 } })).status)
      .toBe(400);
  });
});

describe("the code in the mail", () => {
  const end = (code: string) =>
    send("POST", `/api/insights/unsubscribe/${code}`, "List-Unsubscribe=One-Click", {
      "content-type": "application/x-www-form-urlencoded",
    });

  it("ends the mails without a sign-in, and nothing else", async ({ ana }) => {
    await prefer(ana, { ...both, theme: "dark" });
    const { unsubscribe_code } = (await rowOf(ana))!;
    for (let time = 0; time < 2; time++) expect((await end(unsubscribe_code)).status).toBe(200);
    const { profile } = await ok(ana, "GET", "/api/user/profile");
    expect(profile.preferences).toEqual({ weekly_review: true, theme: "dark" });
    expect((await rowOf(ana))!.next_at).not.toBeNull();
  });

  it("is in the outbox, for the header", async ({ ana }) => {
    await prefer(ana, both);
    await write(ana, "2026-11-18T12:00:00Z");
    await runAt(ana, "2026-11-23T08:00:00Z");
    const [mail] = await sql`
      select unsubscribe_code from private.emails where recipient = ${ana.email}`;
    expect(mail!.unsubscribe_code).toBe((await rowOf(ana))!.unsubscribe_code);
  });

  it("that nobody has is refused", async () => {
    expect(await outcome(anonymous, "POST", "/api/insights/unsubscribe/unknown"))
      .toBe("404 Code not found");
  });
});
