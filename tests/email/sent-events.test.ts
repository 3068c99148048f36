/** Events of the provider about mails that users have sent. */
import { describe, expect, it } from "vitest";
import { codeOf, ok } from "../support/requests.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";
import { deliver, emailTo, eventOf, provider, sentWith } from "./support.ts";
import { ana, hits, mail, path, post, to } from "./sender.ts";

describe("an event about a mail", () => {
  const about = async () => {
    const { id } = await ok(ana, "POST", path, mail());
    const { provider_id } = (await emailTo(to))!;
    return { email_id: provider_id, tags: { email_id: id } };
  };
  const event = async (type: string, data: Record<string, unknown>) =>
    expect((await deliver(eventOf(type, data))).status).toBe(200);

  it("updates it, in any order of the events, by our id or the provider's", async () => {
    const { tags, email_id } = await about();
    await event("email.delivered", { email_id });
    await event("email.sent", { email_id, tags });
    expect(await emailTo(to)).toMatchObject({ status: "delivered", provider_id: email_id });
    await event("email.opened", { email_id, tags });
    expect(await emailTo(to)).toMatchObject({ status: "delivered" });
    await event("email.complained", { email_id: "unknown", tags });
    await event("email.delivered", { email_id, tags });
    expect(await emailTo(to)).toMatchObject({ status: "complained", provider_id: email_id });
  });

  it("email.failed: the provider has given the mail up, unless it tells of its delivery", async () => {
    const data = await about();
    await event("email.failed", { ...data, failed: { reason: "The quota is used up" } });
    await event("email.sent", data);
    expect(await emailTo(to)).toMatchObject({ status: "dead", text_body: null });
    await event("email.delivered", data);
    expect(await emailTo(to)).toMatchObject({ status: "delivered" });
  });

  it("may arrive before the answer to the request", async () => {
    await provider(to, { delay_ms: 500 });
    const request = post();
    const id = await eventually(async () => (await emailTo(to))!.id);
    await event("email.delivered", { email_id: "early-id", tags: { email_id: id } });
    expect((await request).status).toBe(200);
    expect(await emailTo(to)).toMatchObject({ status: "delivered", text_body: null });
  });

  it.each([
    ["email.bounced", { bounce: { type: "Permanent", subType: "General", message: "" } }],
    ["email.complained", {}],
    ["email.suppressed", { suppressed: { message: "" } }],
  ])("%s: the address is not mailed again", async (type, data) => {
    await event(type, { ...await about(), ...data });
    expect(await codeOf(post({ to: to.toUpperCase() }))).toBe("409 address_suppressed");
    expect([(await sentWith(to)).length, await hits()]).toEqual([1, 1]);
    const [queued] = await sql`select private.queue_mail(${to}, 'Hi', 'text') as queued`;
    expect(queued).toEqual({ queued: false });
    await sql`
      update private.rate_limit_hits set cost = 99
      where bucket = 'email' and subject = ${`user:${ana.id}`} and given_back`;
    expect((await post()).status).toBe(429);
  });

  it("a bounce of a full mailbox does not suppress the address", async () => {
    await event("email.bounced", { ...await about(), bounce: { type: "Transient" } });
    expect(await emailTo(to)).toMatchObject({ status: "bounced" });
    await ok(ana, "POST", path, mail());
  });

  it("of an unknown mail or type is recorded and has no effect", async () => {
    await about();
    await event("email.bounced", { email_id: crypto.randomUUID() });
    await event("email.bounced", {});
    await event("contact.created", { id: "x" });
    expect(await emailTo(to)).toMatchObject({ status: "sent" });
  });
});
