/** System mails: queued with the event, delivered by the job. And a platform without a webhook secret. */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverMails } from "../../functions/notifications/mails.ts";
import { ownPlatform } from "../support/own-platform.ts";

// Without RESEND_WEBHOOK_SECRET.
await ownPlatform(Object.fromEntries(
  ["RESEND_BASE_URL", "RESEND_API_KEY", "EMAIL_FROM", "INBOUND_EMAIL_DOMAIN", "EXPO_PUSH_URL"]
    .map((name) => [name, process.env[name]!]),
));
const { person } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { deliver: runJob } = await import("../notifications/support.ts");
const { platform } = await import("../support/platform.ts");
const { useProject } = await import("../http/project.ts");
const support = await import("./support.ts");
const { arrive, deliver, emailTo, eventOf, journalAddress, newAddress, provider, sentWith } =
  support;

// Here only the tests run the job.
await sql`select cron.unschedule(name) from unnest(
  array['outbox-delivery', 'jobs-continue', 'emails-cut-off']) as name`;

let to: string;
beforeEach(async () => {
  await sql`delete from private.emails`;
  to = newAddress();
});

/** Whether a mail was queued. */
const queue = async (dedupeKey: string | null = null, address = to) => {
  const [row] = await sql`
    select private.queue_mail(${address}, 'Welcome', 'Hello', '<p>Hello</p>', ${dedupeKey}) as new`;
  return row!.new;
};
const passTime = (interval: string) =>
  sql`
    update private.emails set not_before = not_before - ${interval}::interval,
      created_at = created_at - ${interval}::interval`;
const nothing = { total: 0, sent: 0, failed: 0, dead: 0, remaining: 0, errors: [] };

describe("a system mail", () => {
  it("is queued in the transaction of the event, once for each key", async () => {
    await expect(sql.begin(async (tx) => {
      await tx`select private.queue_mail(${to}, 'Undone', 'text')`;
      throw new Error("undone");
    })).rejects.toThrow("undone");
    expect(await emailTo(to)).toBeUndefined();
    expect([await queue("a"), await queue("a"), await queue("b")]).toEqual([true, false, true]);
  });

  it("that comes again and again says where one request ends it (RFC 8058)", async () => {
    await sql`
      select private.queue_mail(${to}, 'Again', 'text', p_unsubscribe_code => 'c0de')`;
    await queue(null);
    await runJob();
    const address = `${platform.api_url}/functions/v1/api/insights/unsubscribe/c0de`;
    expect((await sentWith(to)).map(({ subject, headers }) => [subject, headers])).toEqual([
      ["Again", {
        "List-Unsubscribe": `<${address}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }],
      ["Welcome", undefined],
    ]);
  });

  it("is sent by the job, and its text is forgotten", async () => {
    await queue();
    expect(await runJob()).toMatchObject({ ...nothing, total: 1, sent: 1 });
    const [mail] = await sentWith(to);
    expect(mail).toMatchObject({ to, subject: "Welcome", text: "Hello", html: "<p>Hello</p>" });
    expect(await emailTo(to)).toMatchObject({
      status: "sent",
      provider_id: mail!.id,
      text_body: null,
      html_body: null,
    });
    expect(await runJob()).toMatchObject(nothing);
  });

  it("is sent once by two jobs at once", async () => {
    const addresses = Array.from({ length: 25 }, newAddress);
    for (const address of addresses) await queue(null, address);
    const runs = await Promise.all([runJob(), runJob(), runJob()]);
    expect(runs.reduce((sum, { sent }) => sum + sent!, 0)).toBe(25);
    for (const address of addresses) expect(await sentWith(address)).toHaveLength(1);
  });

  it("is tried again while the provider fails, and the others wait for the next run", async () => {
    await queue();
    await queue(null, newAddress());
    await provider("Welcome", { status: 503 });
    expect(await runJob()).toMatchObject({
      ...nothing,
      total: 1,
      failed: 1,
      remaining: 1,
      errors: ["The mail provider answers 503 application_error"],
    });
    const rows = await sql`
      select status, attempts, text_body from private.emails order by attempts`;
    const waiting = { status: "waiting", text_body: "Hello" };
    expect(rows).toMatchObject([{ ...waiting, attempts: 0 }, { ...waiting, attempts: 1 }]);
    expect(await runJob()).toMatchObject({ total: 1, sent: 1 });
    await passTime("15 seconds");
    expect(await runJob()).toMatchObject({ total: 1, sent: 1 });
  });

  it("is left to the next run when there is no time for it", async () => {
    await useProject();
    const answers = ["slow", "fast", "late"].map((name) => [name, `${name}-${to}`] as const);
    for (const [, address] of answers) await queue(null, address);
    // Time for one mail of fifteen seconds: after half a second there is none for another.
    await provider(answers[0]![1], { delay_ms: 600 });
    expect(await deliverMails(15.5)).toMatchObject({
      counts: { total: 1, sent: 1, failed: 0, dead: 0 },
      remaining: 2,
    });
    const rows = await sql`
      select attempts, not_before <= now() as due from private.emails where status = 'waiting'`;
    expect(rows).toEqual([{ attempts: 0, due: true }, { attempts: 0, due: true }]);
  });

  it("arrives once when the answer was lost", async () => {
    await queue();
    await provider(to, { cut: true });
    expect(await runJob()).toMatchObject({ failed: 1 });
    await passTime("15 seconds");
    expect(await runJob()).toMatchObject({ sent: 1 });
    expect(await sentWith(to)).toHaveLength(1);
  });

  it("is given up when the provider refuses it, and after 24 hours", async () => {
    await queue();
    await provider(to, { status: 422, name: "validation_error" });
    expect(await runJob()).toMatchObject({ ...nothing, total: 1, failed: 1, dead: 1 });
    expect(await emailTo(to)).toMatchObject({ status: "dead", text_body: null });

    const late = newAddress();
    await queue(null, late);
    await passTime("24 hours");
    expect(await runJob()).toMatchObject(nothing);
    expect(await emailTo(late)).toMatchObject({
      status: "dead",
      last_error: "Not delivered within 24 hours",
      text_body: null,
    });
  });

  it("is not sent to an address that was suppressed meanwhile", async () => {
    await queue();
    await sql`insert into private.suppressed_addresses values (${to}, 'complained')`;
    expect(await runJob()).toMatchObject(nothing);
    expect([(await emailTo(to))!.status, await sentWith(to)]).toEqual(["dead", []]);
  });
});

describe("without a webhook secret", () => {
  it("mails are stored and become no entries, and events have no effect", async () => {
    const ana = await person("Ana");
    const event = await arrive({
      from: ana.email,
      to: await journalAddress(ana),
      text: "Not vouched for",
    });
    expect((await deliver(event)).status).toBe(200);
    expect((await deliver(event)).status).toBe(200);
    const stored = await sql`select status, user_id from public.inbound_emails`;
    expect(stored.map((row) => ({ ...row }))).toEqual([{ status: "unsigned", user_id: null }]);
    expect((await ok(ana, "GET", "/api/journal?scope=own")).entries).toEqual([]);

    await queue();
    await runJob();
    const { id, provider_id } = (await emailTo(to))!;
    const about = { email_id: provider_id, tags: { email_id: id } };
    expect((await deliver(eventOf("email.bounced", about))).status).toBe(200);
    expect(await emailTo(to)).toMatchObject({ status: "sent" });
    expect(await queue()).toBe(true);
  });

  it("an address sends at most 60 events an hour", async () => {
    const answers = await Promise.all(
      Array.from({ length: 65 }, (_, n) => deliver(eventOf("something", { n }))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
