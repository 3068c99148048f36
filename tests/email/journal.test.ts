/** Mails that arrive: which of them become journal entries. */
import { beforeEach, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { model, nothingAnalysed, settles } from "../journal/moods.ts";
import { messageOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { arrive, deliver, eventOf, journalAddress, provider, statusOf } from "./support.ts";

let ana: Person;
let to: string;
beforeEach(async () => {
  ana = await person("Ana");
  to = await journalAddress(ana);
});

const entriesOf = async (who: Person) => {
  const { entries } = await ok(who, "GET", "/api/journal?scope=own");
  return entries.map(({ title, content }: Record<string, string>) => ({ title, content }));
};

/** Has a mail of Ana's arrive and be delivered; returns what became of it. */
const become = async (mail: Partial<Parameters<typeof arrive>[0]>) => {
  const event = await arrive({ from: ana.email, to, text: "I wrote this.", ...mail });
  const { status, body } = await deliver(event);
  expect([status, body]).toEqual([200, { message: "Event received" }]);
  return (await statusOf(event))[0];
};

describe("profile.journal_email", () => {
  it("is an address of the user's own that stays the same", async () => {
    expect(to).toMatch(/^journal\+[0-9a-f]{20}@in\.example\.com$/);
    expect(await journalAddress(ana)).toBe(to);
    expect(await journalAddress(await person("Ben"))).not.toBe(to);
  });
});

describe("a mail to the user's address", () => {
  it("becomes a private entry when it is the user's own", async () => {
    expect(await become({ from: `Ana Ruiz <${ana.email.toUpperCase()}>`, subject: "A walk" }))
      .toBe("entry");
    const { entries: [entry] } = await ok(ana, "GET", "/api/journal?scope=own");
    expect(entry).toMatchObject({
      title: "A walk",
      content: "I wrote this.",
      metadata_visibility: "user",
      content_visibility: "user",
    });
    const { data } = await ana.client.from("inbound_emails").select("status, entry_id, subject")
      .eq("status", "entry");
    expect(data).toEqual([{ status: "entry", entry_id: entry.id, subject: "A walk" }]);
  });

  it.each<[string, (address: string) => Partial<Parameters<typeof arrive>[0]>]>([
    ["a quoted name", (address) => ({ from: `"Ann Lee" <${address}>` })],
    ["a name with a comma", (address) => ({ from: `"Lee, Ann \\"A\\"" <${address}>` })],
    ["words and a quoted word", (address) => ({ from: `Ana "x" Ruiz <${address}>` })],
    ["comments", (address) => ({ from: `Ann (at (home)) <${address}> (work)` })],
    ["a folded line", (address) => ({ from: `Ann\r\n <${address}>` })],
    ["a quoted recipient", () => ({ to: `"My Journal" <${to}>` })],
    ["a recipient with a comment", () => ({ to: `My Journal (secret) <${to.toUpperCase()}>` })],
  ])("becomes an entry with %s", async (_what, mail) => {
    expect(await become(mail(ana.email))).toBe("entry");
  });

  it("gets an automatic mood", async ({ words }) => {
    await model(words);
    expect(await become({ text: words })).toBe("entry");
    const { entries: [entry] } = await ok(ana, "GET", "/api/journal?scope=own");
    await settles(entry.id, "joyful");
  });

  it("is not analysed where the user allows no analysis", async ({ words }) => {
    await ok(ana, "PUT", "/api/user/profile", { mood_analysis_enabled: false });
    expect(await become({ text: words })).toBe("entry");
    await nothingAnalysed(words);
  });

  it("becomes one entry for each Message-ID of a sender", async ({ ben }) => {
    const message_id = `<${crypto.randomUUID()}@mail.example.net>`;
    const send = async (who: Person, address: string) => {
      const event = await arrive({ from: who.email, to: address, text: "Once." });
      await deliver({ ...event, data: { ...event.data, message_id } });
      return (await statusOf(event))[0];
    };
    const statuses = await Promise.all([1, 2, 3].map(() => send(ana, to)));
    expect(statuses.sort()).toEqual(["duplicate", "duplicate", "entry"]);
    expect(await entriesOf(ana)).toHaveLength(1);
    expect(await send(ben, await journalAddress(ben))).toBe("entry");
  });

  it("becomes one entry when several events announce it", async () => {
    const event = await arrive({ from: ana.email, to, text: "Once." });
    const answers = await Promise.all([deliver(event), deliver(event), deliver(event)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await statusOf(event)).toEqual(["entry"]);
    expect(await entriesOf(ana)).toHaveLength(1);
  });

  it("becomes the sender's entry when it goes to several users' addresses", async ({ ben }) => {
    const both = [await journalAddress(ben), to];
    for (const who of [ana, ben]) {
      const event = await arrive({ from: who.email, to, text: "Ours." });
      await deliver({ ...event, data: { ...event.data, to: both, received_for: both } });
      expect(await statusOf(event)).toEqual(["entry"]);
      expect(await entriesOf(who)).toEqual([{ title: "Today", content: "Ours." }]);
    }
  });

  it("keeps the beginning of a long subject, in whole characters", async () => {
    const event = await arrive({
      from: ana.email,
      to,
      text: "x",
      subject: `a${"😀".repeat(1200)}`,
    });
    await deliver(event);
    const { data } = await ana.client.from("inbound_emails").select("status, subject").single();
    expect(data).toEqual({ status: "entry", subject: `a${"😀".repeat(999)}` });
  });

  it("waits while the provider does not give its text, and is not lost", async () => {
    const event = await arrive({ from: ana.email, to, text: "Later" });
    const id = `msg_${crypto.randomUUID()}`;
    await provider(event.data.email_id, { status: 500 });
    expect((await deliver(event, { id })).status).toBe(503);
    expect([await statusOf(event), await entriesOf(ana)]).toEqual([["pending"], []]);
    expect((await deliver(event, { id })).status).toBe(200);
    expect(await entriesOf(ana)).toEqual([{ title: "Today", content: "Later" }]);
  });

  it.each<[string, (ana: Person) => Partial<Parameters<typeof arrive>[0]>, string]>([
    ["from another address", () => ({ from: "ben@example.net" }), "wrong_sender"],
    ["with two addresses", ({ email }) => ({ from: `${email}, b@example.net` }), "wrong_sender"],
    [
      "whose name is the address",
      ({ email }) => ({ from: `"${email}" <b@example.net>` }),
      "wrong_sender",
    ],
    [
      "with an address as a word of the name",
      ({ email }) => ({ from: `${email} <b@example.net>` }),
      "wrong_sender",
    ],
    ["of a group", ({ email }) => ({ from: `Us: ${email};` }), "wrong_sender"],
    ["to an unknown token", () => ({ to: "journal+0000@in.example.com" }), "unknown_address"],
    ["to another domain", () => ({ to: to.replace("in.", "out.") }), "unknown_address"],
    ["without text", () => ({ text: null }), "empty"],
    ["with a quoted mail only", () => ({ text: "On Monday, Bob <b@x.y> wrote:\n> Hi\n" }), "empty"],
  ])("does not become an entry: %s", async (_what, mail, status) => {
    expect(await become(mail(ana))).toBe(status);
    expect(await entriesOf(ana)).toEqual([]);
  });

  it("does not become an entry without a confirmed address, or of a blocked user", async () => {
    await sql`update auth.users set email_confirmed_at = null where id = ${ana.id}`;
    expect(await become({})).toBe("wrong_sender");
    await sql`update auth.users set email_confirmed_at = now() where id = ${ana.id}`;
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect(await become({})).toBe("unknown_address");
  });

  it("does not become an entry when the provider does not have it", async () => {
    const event = await arrive({ from: ana.email, to });
    event.data.email_id = crypto.randomUUID();
    expect((await deliver(event)).status).toBe(200);
    expect(await statusOf(event)).toEqual(["unreadable"]);
  });

  it("does not become an entry when its sender is not authentic", async () => {
    const verdict = (dmarc: string) => ({ "Authentication-Results": `mx.example; dmarc=${dmarc}` });
    expect(await become({ headers: verdict("fail") })).toBe("not_authenticated");
    expect(await become({ headers: verdict("pass") })).toBe("entry");
  });

  it("becomes an entry 50 times a day", async () => {
    await sql`
      insert into private.rate_limit_hits (bucket, subject, cost)
      values ('journal_mail', ${`user:${ana.id}`}, 49)`;
    expect([await become({}), await become({})]).toEqual(["entry", "too_many"]);
    expect(await entriesOf(ana)).toHaveLength(1);
  });

  it.each([
    [
      "write today",
      () =>
        sql`insert into private.quota_days (user_id, kind, day, made)
          select ${ana.id}, kind, 'infinity', max_daily - 10 from private.quotas
          where kind = 'bytes of text'`,
    ],
    [
      "keep",
      () =>
        sql`insert into private.text_storage (user_id, bytes)
          values (${ana.id}, 2048::bigint * 1048576 - 10)`,
    ],
  ])("does not become an entry past the text that the user may %s", async (_what, fill) => {
    await fill();
    expect(await become({})).toBe("too_many");
    expect(await entriesOf(ana)).toEqual([]);
    expect(await become({ subject: "A", text: "Short" })).toBe("entry");
  });

  it("loses its signature and what it quotes", async () => {
    await become({
      subject: "Re: How was your day?\u0007",
      text: "Fine.\r\n\r\nReally.\r\n\r\n-- \r\nAna\r\n\r\n" +
        "On Mon, 20 Nov 2026, Journal <j@example.com> wrote:\r\n> How was it?\r\n> Tell us\r\n",
    });
    expect(await entriesOf(ana)).toEqual([{
      title: "Re: How was your day?",
      content: "Fine.\n\nReally.",
    }]);
  });

  it("keeps what follows a line of three dashes or underscores", async () => {
    const text = "Morning.\n---\nNoon.\n\n___\nEvening.";
    await become({ text: `${text}\n-- \nAna` });
    expect((await entriesOf(ana))[0].content).toBe(text);
  });

  it("is read from its HTML when it has no text", async () => {
    await become({
      subject: "",
      text: null,
      html: "<div>A <b>good</b> day<br>&amp; night</div><div class='gmail_quote'>Old</div>" +
        "<blockquote>Older</blockquote>",
    });
    const [entry] = await entriesOf(ana);
    expect(entry).toEqual({ title: "", content: "A good day\n& night" });
  });

  it("keeps a long text, up to the length of an entry", async () => {
    const text = "Day after day.\n".repeat(9000);
    await become({ text });
    expect((await entriesOf(ana))[0].content).toBe(text.slice(0, 100_000));
  });
});

describe("POST /api/email/webhook", () => {
  const count = async () =>
    (await sql`select from private.email_events`).length +
    (await sql`select from public.inbound_emails`).length;

  it("refuses events without a valid signature of the last five minutes", async () => {
    const before = await count();
    const event = await arrive({ from: ana.email, to, text: "Forged" });
    const minutes = (n: number) => new Date(Date.now() + n * 60_000);
    for (const signed of [{ forged: true as const }, { at: minutes(-6) }, { at: minutes(6) }]) {
      expect(await messageOf(deliver(event, signed))).toBe(
        "400 svix-signature: does not fit this body, or is too old",
      );
    }
    const headers = { "content-type": "application/json" };
    expect(await outcome(ana, "POST", "/api/email/webhook", event, headers)).toBe(
      "400 svix-id: required",
    );
    expect(await count()).toBe(before);
  });

  it("records unknown events and what cannot be used", async () => {
    for (
      const event of [eventOf("something.new", {}), { a: 1 }, "not json", "[]", {
        type: "email.received",
        data: { from: 5 },
      }, { type: "email.received", data: { email_id: "x", from: "\0", subject: "\ud800" } }]
    ) {
      const before = await count();
      const id = `msg_${crypto.randomUUID()}`;
      expect((await deliver(event, { id })).status).toBe(200);
      expect(await count()).toBeGreaterThan(before);
      await deliver(event, { id });
    }
  });

  it("keeps events and mails for 90 days", async () => {
    await become({ from: "ben@example.net" });
    await sql`
      update public.inbound_emails set created_at = now() - interval '91 days'
      where user_id = ${ana.id}`;
    await sql`select private.purge()`;
    const { data } = await ana.client.from("inbound_emails").select();
    expect(data).toEqual([]);
  });
});
