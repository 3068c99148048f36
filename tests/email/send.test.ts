/** Mails that users send. */
import { describe, expect, it } from "vitest";
import { handleOf, person, persons } from "../support/people.ts";
import { codeOf, messageOf, ok, UUID } from "../support/requests.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";
import { deliver, emailTo, eventOf, newAddress, newWord, provider, sentWith } from "./support.ts";
import { ana, hits, mail, path, post, to } from "./sender.ts";

describe("POST /api/email/send", () => {
  it("sends a mail from the service's address, says who writes, and forgets its text", async () => {
    const { profile } = await ok(ana, "GET", "/api/user/profile");
    const line = `@${profile.handle} sends you this mail; the text below is theirs.`;
    const html = "<p>See <b>you</b></p>";
    const { status, body } = await post({ html });
    expect([status, body]).toEqual([200, { id: expect.stringMatching(UUID) }]);
    const [sent] = await sentWith(to);
    expect(sent).toEqual({
      id: expect.stringMatching(UUID),
      from: "Journal <journal@example.com>",
      to,
      subject: `@${profile.handle} writes: Tomorrow`,
      text: `${line}\n\nSee you at nine.`,
      html: expect.stringMatching(new RegExp(`^<p style="[^"]*">${line}</p>\n${html}$`)),
      tags: [{ name: "email_id", value: body.id }],
    });
    expect(await emailTo(to)).toMatchObject({
      id: body.id,
      status: "sent",
      provider_id: sent!.id,
      text_body: null,
      html_body: null,
    });
  });

  it("is sent once, and recorded later, when the database fails after the provider took it", async () => {
    await sql.unsafe(`
      create function private.refuse_record() returns trigger language plpgsql as
        $$ begin raise exception 'arranged failure' using errcode = '57014'; end $$;
      create trigger refuse_record before update on private.emails for each row
        when (new.recipient = '${to}') execute function private.refuse_record()`);
    let answer: Awaited<ReturnType<typeof post>>;
    try {
      answer = await post();
      expect(await emailTo(to)).toMatchObject({ status: "sending" });
    } finally {
      await sql`drop function private.refuse_record cascade`;
    }
    const [sent, ...more] = await sentWith(to);
    expect([answer.status, more]).toEqual([200, []]);
    await eventually(async () =>
      expect(await emailTo(to))
        .toMatchObject({
          id: answer.body.id,
          status: "sent",
          provider_id: sent!.id,
          text_body: null,
        })
    );
  });

  it("says who writes in the language of the user whose confirmed address it is", async () => {
    const handle = await handleOf(ana);
    const ben = await person("Ben");
    await ok(ben, "PUT", "/api/user/profile", { language: "de" });
    await ok(ana, "POST", path, mail({ to: ben.email.toUpperCase() }));
    await sql`update auth.users set email_confirmed_at = null where id = ${ben.id}`;
    await ok(ana, "POST", path, mail({ to: ben.email }));
    expect((await sentWith(ben.email)).map(({ subject }) => subject))
      .toEqual([`@${handle} writes: Tomorrow`]);
    const [german] = await sentWith(ben.email.toUpperCase());
    expect([german!.subject, german!.text.split("\n")[0]]).toEqual([
      `@${handle} schreibt: Tomorrow`,
      `@${handle} schickt dir diese Mail; der Text darunter stammt von dieser Person.`,
    ]);
  });

  it.each([
    [
      "<style>p{left:-9999px!important}</style><p style='color: red'>a &amp; b</p>",
      '<p style="color: red">a &amp; b</p>',
    ],
    [
      "<html><head><title>t</title><link rel=stylesheet href=x></head><body style='display:none'>a",
      '<div><div></div><div style="display:none">a</div></div>',
    ],
    [
      "a<STYLE\n>p{}</STYLE ><!--><style>p{}</style>--><!--[if mso]><style>p{}</style><![endif]-->b",
      "a--&gt;b",
    ],
    ["<svg><title><style>p{}</style></title></svg><math><style>p{}</style></math>a", "a"],
    [
      "<textarea><style>p{}</style></textarea><x<style>p{}</style>a",
      "<textarea>&lt;style&gt;p{}&lt;/style&gt;</textarea>p{}a",
    ],
    [
      "<a title='\"><style>' <style>>x<br>y</a>",
      /^<a title="&quot;&gt;&lt;style&gt;">.*<br>y<\/a>$/,
    ],
    ["a<style>p{}", "a"],
    [
      "<p onclick='x()'>a</p><a href=' java\nscript:x()' title='javascript'>b</a>",
      '<p>a</p><a title="javascript">b</a>',
    ],
    ["<b>".repeat(60_000) + "a", "<b>".repeat(500)],
  ])("removes style sheets and scripts from HTML, case %#", async (html, left) => {
    await ok(ana, "POST", path, mail({ html }));
    const [sent] = await sentWith(to);
    const made = sent!.html!.replace(/^<p style="[^"]*">@.*<\/p>\n/, "");
    if (typeof left === "string") expect(made).toBe(left);
    else expect(made).toMatch(left);
    expect(made).not.toMatch(/<(style|link|!)/i);
  });

  it("makes the text from the HTML when it is missing", async () => {
    const html =
      "<h1>Hi</h1><script>x()</script><p>See <a href='https://x.example'>here</a> &amp; " +
      "there</p><ul><li>one<li>two</ul><table><tr><th>3<th>4<tr><td>5<td>6</table><img src='x'>";
    await ok(ana, "POST", path, mail({ text: undefined, html }));
    expect((await sentWith(to))[0]!.text.split("\n\n").slice(1).join("\n\n"))
      .toBe("Hi\n\nSee here [https://x.example] & there\n\n * one\n * two\n\n3\n4\n5\n6");
    const empty = newAddress();
    await ok(ana, "POST", path, { to: empty, subject: "Picture", html: "<img src='x'>" });
    expect((await sentWith(empty))[0]!.text).toMatch(/\n\nPicture$/);
  });

  it.each([
    [{ to: "ben" }, "to: expected an e-mail address"],
    [{ to: "a@example.com, b@example.com" }, "to: expected an e-mail address"],
    [{ to: ["a@example.com"] }, "to: expected string"],
    [{ to: "a@example.com\nBcc: b@example.com" }, "to: expected an e-mail address"],
    [{ to: "a@example.com\n" }, "to: expected an e-mail address"],
    [{ subject: "Hi\r\nBcc: b@example.com" }, "subject: expected a single line"],
    [{ subject: "Hi\u0000" }, "subject: holds a character that cannot be stored"],
    [{ subject: "Hi\u2028there" }, "subject: expected a single line"],
    [{ subject: "" }, "subject: must not be empty"],
    [{ text: undefined }, "expected text or html"],
    [{ text: " ", html: "" }, "expected text or html"],
  ])("refuses %j", async (changes, error) => {
    expect(await messageOf(post(changes))).toContain(`400 ${error}`);
    expect([await sentWith(to), await hits()]).toEqual([[], 0]);
  });

  it.each([
    ["subject", 200],
    ["text", 100_000],
    ["html", 200_000],
  ])("refuses a longer %s than %i characters", async (field, length) => {
    expect(await messageOf(post({ [field]: "x".repeat(length + 1) })))
      .toBe(`400 ${field}: expected at most ${length} characters`);
  });

  it("the database refuses line breaks in addresses and subjects too", async () => {
    for (const [p_to, p_subject] of [["a@b.c\nBcc: d@e.f", "x"], ["a@b.c", "x\ny"], ["a b", "x"]]) {
      await expect(sql`select private.queue_mail(${p_to!}, ${p_subject!}, 'text')`)
        .rejects.toMatchObject({ code: "23514" });
    }
  });

  it("sends 20 mails a day, of which failed ones do not count", async () => {
    await provider(to, { status: 500, name: "internal_server_error", times: 2 });
    for (let n = 0; n < 2; n++) {
      expect(await codeOf(post())).toBe("503 unavailable");
    }
    expect(await emailTo(to)).toMatchObject({
      status: "failed",
      last_error: "The mail provider answers 500 internal_server_error",
      text_body: null,
    });
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, n) => post({ to: `${n}.${to}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect(await sentWith(to)).toHaveLength(20);
    expect((await (await person("Ben")).api("POST", path, mail())).status).toBe(200);
  });

  it("sends 5 mails a day to one address, of all users, of which failed ones do not count", async () => {
    const people = await persons("Ben", "Cleo", "Dora");
    await provider(to, { status: 500, name: "internal_server_error", times: 2 });
    for (const who of [ana, people[0]]) {
      expect(await codeOf(who.api("POST", path, mail()))).toBe("503 unavailable");
    }
    const spelled = [to, to.toUpperCase(), to.replace("@", "+1@"), to.replace("@", "+x+y@")];
    const answers = await Promise.all(
      [...people, ...people].map((who, n) => who.api("POST", path, mail({ to: spelled[n % 4] }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      error: "This address has got too many mails today",
      code: "rate_limited",
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect(await codeOf(post())).toBe("429 rate_limited");
    expect(await hits()).toBe(0);
    expect(await codeOf(post({ to: newAddress() }))).toBe("200");
    const [kept] = await sql`
      select count(*)::int from private.rate_limit_hits
      where bucket = 'email_recipient' and subject ilike ${`%${to}%`}`;
    expect(kept).toEqual({ count: 0 });
  });

  it.each([
    ["A.na@GMail.com", "ana+x@googlemail.com", true],
    ["a.na@example.com", "ana@example.com", false],
    ["ana@example.com", "ana@example.org", false],
    ["ana@gmail.com", "ben@gmail.com", false],
  ])("knows whether %s and %s are one mailbox", async (one, other, same) => {
    const [row] = await sql`
      select private.mailbox_subject(${one}) = private.mailbox_subject(${other}) as same`;
    expect(row).toEqual({ same });
  });

  it("refuses a user whose own address is not confirmed", async () => {
    await sql`update auth.users set email_confirmed_at = null where id = ${ana.id}`;
    expect(await codeOf(post())).toBe("403 email_not_confirmed");
    expect([await sentWith(to), await hits()]).toEqual([[], 0]);
  });

  it("makes 100 attempts a day, of which failed ones count", async () => {
    await sql`
      insert into private.rate_limit_hits (bucket, subject, cost, given_back)
      values ('email', ${`user:${ana.id}`}, 99, true)`;
    await provider(to, { status: 500, name: "internal_server_error" });
    expect((await post()).status).toBe(503);
    expect(await codeOf(post())).toBe("429 rate_limited");
    expect([await sentWith(to), await hits()]).toEqual([[], 0]);
  });

  it.each([
    ["refuses the address", { status: 422, name: "validation_error" }, 400],
    ["has no quota left", { status: 429, name: "daily_quota_exceeded" }, 503],
    ["does not accept the key", { status: 401, name: "invalid_api_key" }, 503],
    ["cuts the connection", { cut: true as const }, 503],
  ])("answers when the provider %s", async (_what, behaviour, status) => {
    await provider(to, behaviour);
    expect((await post()).status).toBe(status);
    expect([(await emailTo(to))!.status, await hits()]).toEqual(["failed", 0]);
  });
});

describe("with an Idempotency-Key", () => {
  const key = () => ({ "idempotency-key": crypto.randomUUID() });

  /** Has the provider tell of a mail before its request has an answer. */
  const tellOfDelivery = async () => {
    const { id } = (await emailTo(to))!;
    const [sent] = await sentWith(to);
    await deliver(eventOf("email.delivered", { email_id: sent!.id, tags: { email_id: id } }));
    return { id, provider_id: sent!.id };
  };

  it("a mail whose answer was lost arrives once", async () => {
    const [headers, word] = [key(), newWord()];
    const send = () => post({ text: undefined, html: `<p>${word}</p>` }, headers);
    await provider(word, { cut: true });
    expect((await send()).status).toBe(503);
    const again = await send();
    expect(again.status).toBe(200);
    const [sent, ...more] = await sentWith(word);
    expect(more).toEqual([]);
    expect(await emailTo(to)).toMatchObject({ id: again.body.id, provider_id: sent!.id });
    expect(await hits()).toBe(1);
  });

  it("a mail whose answer was lost, and which an event is about, keeps its answer and status", async () => {
    const headers = key();
    await provider(to, { cut: true });
    expect((await post({}, headers)).status).toBe(503);
    const { id, provider_id } = await tellOfDelivery();
    const again = await post({}, headers);
    expect([again.status, again.body]).toEqual([200, { id }]);
    expect(await emailTo(to)).toMatchObject({ status: "delivered", provider_id });
    expect(await sentWith(to)).toHaveLength(1);
  });

  it("a mail that an event has told of before its request fails counts", async () => {
    await provider(to, { cut: true, delay_ms: 500 });
    const request = post();
    await eventually(async () => expect(await emailTo(to)).toMatchObject({ status: "sending" }));
    const { id } = (await emailTo(to))!;
    await deliver(eventOf("email.delivered", { email_id: "failing-id", tags: { email_id: id } }));
    expect((await request).status).toBe(503);
    expect([(await emailTo(to))!.status, await hits()]).toEqual(["delivered", 1]);
  });

  it("a mail that fails gives its own hit back, not the hit of a later mail", async () => {
    await provider(to, { cut: true, delay_ms: 500 });
    const failing = post();
    await eventually(async () => expect(await emailTo(to)).toMatchObject({ status: "sending" }));
    expect((await post({ to: newAddress() })).status).toBe(200);
    expect((await failing).status).toBe(503);
    const given = await sql`
      select given_back from private.rate_limit_hits
      where bucket = 'email' and subject = ${`user:${ana.id}`} order by id`;
    expect(given.map(({ given_back }) => given_back)).toEqual([true, false]);
  });

  it("a mail that is sent again after an hour is not taken for cut off meanwhile", async () => {
    const headers = key();
    await provider(to, { status: 500, name: "internal_server_error" });
    expect((await post({}, headers)).status).toBe(503);
    await sql`
      update private.emails set created_at = now() - interval '2 hours',
        not_before = now() - interval '2 hours' where recipient = ${to}`;
    await provider(to, { delay_ms: 500 });
    const again = post({}, headers);
    await eventually(async () => expect(await emailTo(to)).toMatchObject({ status: "sending" }));
    await sql`select private.end_cut_off_mails()`;
    expect((await again).status).toBe(200);
    expect(await emailTo(to)).toMatchObject({ status: "sent" });
  });

  it("a key can be used again after a day", async () => {
    const headers = key();
    await post({}, headers);
    await sql`
      update private.emails set created_at = now() - interval '1 day' where recipient = ${to}`;
    await sql`
      update private.idempotency_keys set created_at = now() - interval '1 day'
      where user_id = ${ana.id}`;
    expect((await post({ subject: "Later" }, headers)).status).toBe(200);
    expect(await sentWith(to)).toHaveLength(2);
  });

  it.each([false, true])(
    "another mail with the key of a lost mail is refused, after an event: %s",
    async (told) => {
      const headers = key();
      await provider(to, { cut: true });
      expect((await post({}, headers)).status).toBe(503);
      if (told) await tellOfDelivery();
      expect(await codeOf(post({ subject: "Other" }, headers))).toBe("409 idempotency_key_reused");
      // After the event the second request fails nothing, and its hit stays.
      expect([(await sentWith(to)).length, await hits()]).toEqual([1, Number(told)]);
    },
  );
});
