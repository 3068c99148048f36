/** Relay messages and their digest, step prompts, and the waitlist of the kit. */
import { beforeEach, describe, expect, it } from "vitest";
import { routes as cronRoutes } from "../../functions/lab/jobs.ts";
import { routes as labRoutes } from "../../functions/lab/outreach.ts";
import { testEnvironment } from "../support/environment.ts";
import { anonymous, handleOf, type Person, person, persons, send } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { messageOf, NOWHERE, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { useUp } from "../support/limits.ts";
import { runWithoutTime } from "./support.ts";

const secret = { "x-cron-secret": testEnvironment.LAB_CRON_SECRET };
const run = async (path: string) => {
  const { status, body } = await send("POST", path, undefined, secret);
  expect(status).toBe(200);
  return body.results;
};

const [ana, entrant] = await Promise.all([person("Ana"), newEntrant()]);

/** A user who has entered a competition. */
async function newEntrant(): Promise<Person> {
  const who = await person("Entrant");
  const { dream } = await ok(who, "POST", "/api/lab/dreams", { title: "A coil" });
  await sql`
    with c as (
      insert into public.competitions (title, starts_at, ends_at)
      values ('x', now(), now() + interval '1 day') returning id
    ) insert into public.competition_entries (competition_id, user_id, dream_id)
    select id, ${who.id}, ${dream.id} from c`;
  return who;
}

const write = (who: Person, to: string, fields = {}) =>
  who.api("POST", "/api/lab/outreach", {
    to_participant_id: to,
    subject: "Your coil",
    message: "May we show it?",
    ...fields,
  });

describe("/api/lab/outreach", () => {
  it("stores a pending message", async () => {
    const { status, body } = await write(ana, entrant.id);
    expect([status, body.message]).toMatchObject([201, {
      from_user_id: ana.id,
      to_participant_id: entrant.id,
      subject: "Your coil",
      delivery_status: "pending",
    }]);
  });

  it("reaches only entrants who may be written to", async () => {
    const [blocking, inactive, other] = await Promise.all([
      newEntrant(),
      newEntrant(),
      person("No entrant"),
    ]);
    await sql`update public.profiles set blocked_user_ids = ${[ana.id]} where id = ${blocking.id}`;
    await sql`update public.profiles set is_active = false where id = ${inactive.id}`;
    for (const id of [blocking.id, inactive.id, other.id, NOWHERE]) {
      expect((await write(ana, id)).status).toBe(404);
    }
    expect((await write(entrant, entrant.id)).status).toBe(400);
    for (const fields of [{ subject: "" }, { subject: "a\r\nBcc: x" }, { message: " " }]) {
      expect((await write(ana, entrant.id, fields)).status).toBe(400);
    }
  });

  it("takes 5 messages in 24 hours for a recipient, however many are sent at once", async () => {
    const [to, another, sender] = await Promise.all([newEntrant(), newEntrant(), person("Sender")]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => write(sender, to.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(86_000);
    const direct = await sender.client.rpc("send_relay_message", {
      p_to_participant_id: to.id,
      p_subject: "x",
      p_message: "x",
    });
    expect(direct.status).toBe(429);
    expect((await write(sender, another.id)).status).toBe(201);
    await sql`update private.rate_limit_hits set at = at - interval '24 hours'
      where bucket = 'relay_message' and subject like ${`user:${sender.id}:%`}`;
    expect((await write(sender, to.id)).status).toBe(201);
  });

  it("takes 20 messages in 24 hours of a sender, to all recipients together", async () => {
    const [to, sender] = await Promise.all([newEntrant(), person("Sender")]);
    await useUp(sender, "relay_sender", 19);
    expect((await write(sender, to.id)).status).toBe(201);
    const { status, headers } = await write(sender, (await newEntrant()).id);
    expect([status, Number(headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  });
});

describe("/api/cron/lab/sponsor-outreach-digest", () => {
  const path = "/api/cron/lab/sponsor-outreach-digest";
  const newWeek = () => sql`delete from public.sponsor_outreach_digests`;

  const mailsTo = (who: Person) =>
    sql`select subject, text_body from private.emails where recipient = ${who.email}`;
  const title = "Messages about your entry in the lab";
  const opening = "These messages are from other users, not from the service.";

  it("delivers the messages that were sent before it, once a week", async () => {
    await newWeek();
    await run(path);
    await newWeek();
    const [to, sender, blockedSender] = await Promise.all([
      newEntrant(),
      person("Sender"),
      person("Blocked sender"),
    ]);
    const { body: { message } } = await write(sender, to.id);
    await write(blockedSender, to.id);
    await sql`update public.profiles set blocked_user_ids = ${[blockedSender.id]}
      where id = ${to.id}`;

    const inactive = await person("Inactive");
    await write(inactive, to.id);
    await sql`update public.profiles set is_active = false where id = ${inactive.id}`;

    const runs = await Promise.all([run(path), run(path)]);
    const sum = (key: string) => runs.reduce((total, results) => total + results[key], 0);
    expect([sum("total"), sum("delivered"), sum("skipped"), sum("failed")]).toEqual([3, 1, 2, 0]);
    const [digest] = await sql`
      select week_start_at::text, delivered from public.sponsor_outreach_digests`;
    expect(digest!.delivered).toBe(true);
    const handle = await handleOf(sender);
    expect(await noticesOf(to, "relay_message")).toEqual([{
      title,
      body: `@${handle} wrote to you`,
      data: { week_start_at: digest!.week_start_at, user_id: sender.id },
    }]);
    expect(await mailsTo(to)).toEqual([{
      subject: title,
      text_body: `${opening}\n\n@${handle} wrote:\n> Your coil\n>\n> May we show it?`,
    }]);
    const seen = await to.client.from("sponsor_outreach").select("id, delivery_status");
    expect(seen.data).toEqual([{ id: message.id, delivery_status: "delivered" }]);

    // A message of the same week waits for the next one.
    await write(sender, to.id);
    expect(await run(path)).toMatchObject({ total: 0, delivered: 0 });
    await newWeek();
    expect(await run(path)).toMatchObject({ delivered: 1 });
    expect(await noticesOf(to, "relay_message")).toHaveLength(2);
  });

  it("is one notification and one mail for a recipient, with the senders' handles", async () => {
    await newWeek();
    const [to, other, ben, cleo] = await Promise.all([
      newEntrant(),
      newEntrant(),
      person("Ben"),
      person("Cleo"),
    ]);
    const forged = { subject: "Account suspended", message: "One\r\n@support wrote:\u2028Two" };
    for (const [who, fields] of [[ben, forged], [ben, {}], [cleo, {}]] as const) {
      expect((await write(who, to.id, fields)).status).toBe(201);
    }
    await write(cleo, other.id);
    const remaining = async () =>
      (await sql`select private.outreach_digest_remaining() as count`)[0]!.count as number;
    let due = await remaining();
    expect(await runWithoutTime("/cron/lab/sponsor-outreach-digest", cronRoutes)).toMatchObject({
      message: `${due} messages are left for the next call`,
      results: { total: 0, remaining: due },
    });
    // Batches end between recipients.
    const batch = async () =>
      (await sql`select * from private.deliver_outreach_batch(1)`)[0] as {
        total: number;
        done: boolean;
      };
    for (let done = false; !done;) {
      const step = await batch();
      due -= step.total;
      expect(await remaining()).toBe(due);
      done = step.done;
    }
    expect(due).toBe(0);

    const handles = [await handleOf(ben), await handleOf(cleo)];
    expect(await noticesOf(to, "relay_message")).toEqual([{
      title,
      body: `@${handles[0]} and another user wrote to you`,
      data: expect.objectContaining({ user_id: ben.id }),
    }]);
    const coil = "> Your coil\n>\n> May we show it?";
    expect(await mailsTo(to)).toEqual([{
      subject: title,
      text_body: [
        opening,
        `@${handles[0]} wrote:\n> Account suspended\n>\n> One\n> @support wrote:\n> Two`,
        `@${handles[0]} wrote:\n${coil}`,
        `@${handles[1]} wrote:\n${coil}`,
      ].join("\n\n"),
    }]);
    expect(await noticesOf(other, "relay_message")).toHaveLength(1);
    expect(await mailsTo(other)).toHaveLength(1);
  });
});

describe("/api/lab/cron/process-step-prompts", () => {
  const path = "/api/lab/cron/process-step-prompts";
  const age = (who: Person, days: number) =>
    sql`update public.dreams set written_at = '2020-01-01',
        created_at = now() - make_interval(days => ${days})
      where user_id = ${who.id}`;

  it("names the next step of an unfinished dream, once in 3 days", async () => {
    const [due, young, done, without] = await persons("Due", "Young", "Done", "Without steps");
    const steps = [{ title: "Wind it", done: true }, { title: "Measure it", done: false }];
    for (const who of [due, young, done, without]) {
      const { dream } = await ok(who, "POST", "/api/lab/dreams", {
        title: "A coil",
        steps: who === without ? [] : steps,
      });
      if (who === done) await ok(done, "POST", `/api/lab/dreams/${dream.id}/complete`);
      await age(who, who === young ? 2 : 3);
    }
    const remaining = async (after: string | null = null) =>
      (await sql`select private.step_prompts_remaining(${after}) as count`)[0]!.count as number;
    const left = await remaining();
    expect(left).toBeGreaterThanOrEqual(2);
    const [last] = [due.id, without.id].sort().toReversed();
    expect(await remaining(last!)).toBeLessThan(left);
    expect((await runWithoutTime("/lab/cron/process-step-prompts", labRoutes)).results)
      .toMatchObject({ total: 0, remaining: left });

    const bodies = async (who: Person) =>
      (await noticesOf(who, "step_prompt")).map(({ body }) => body);

    const runs = await Promise.all([run(path), run(path)]);
    expect(runs[0].prompted + runs[1].prompted).toBeGreaterThanOrEqual(2);
    expect(runs[0]).toMatchObject({ failed: 0, remaining: 0, errors: [] });
    expect(await remaining()).toBe(0);
    expect(await bodies(due)).toEqual(["A coil: Measure it"]);
    expect(await bodies(without)).toEqual(['Go on with "A coil"']);
    expect([await bodies(young), await bodies(done)]).toEqual([[], []]);

    await run(path);
    expect(await bodies(due)).toHaveLength(1);
    const prompted = (ago: string) =>
      sql`update private.step_prompts set prompted_at = now() - ${ago}::interval
        where user_id = ${due.id}`;
    await prompted("2 days 23 hours");
    await run(path);
    expect(await bodies(due)).toHaveLength(1);
    // The run of this day is a little earlier than the one of three days before.
    await prompted("2 days 23:58");
    await run(path);
    expect(await bodies(due)).toHaveLength(2);
  });
});

describe("/api/lab/kit-waitlist", () => {
  beforeEach(async () => {
    await sql`delete from private.rate_limit_hits where bucket = 'waitlist'`;
  });
  const join = (body: unknown) => anonymous.api("POST", "/api/lab/kit-waitlist", body);

  it("adds an address once and answers alike", async () => {
    const email = `kit-${crypto.randomUUID()}@example.com`;
    const first = await join({ email, name: "Ana", country: "es", notes: "Two, please" });
    const second = await join({ email: email.toUpperCase() });
    expect([first.status, first.body]).toEqual([201, { message: "You are on the waitlist" }]);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(
      await sql`
      select name, country, notes from public.kit_waitlist where lower(email) = ${email}`,
    )
      .toEqual([{ name: "Ana", country: "ES", notes: "Two, please" }]);
  });

  it("takes null for what a form leaves empty", async () => {
    const email = `kit-${crypto.randomUUID()}@example.com`;
    expect((await join({ email, name: null, country: null, notes: null })).status).toBe(201);
  });

  it.each(["ZZ", "XK", "UK", "EU", "Spain", ""])("has no country %j", async (country) => {
    expect(await messageOf(join({ email: "a@example.com", country }))).toBe(
      "400 country: expected a code of ISO 3166-1 alpha-2",
    );
  });

  it("refuses malformed input and a sixth request of an hour", async () => {
    for (const body of [{}, { email: "x" }]) expect((await join(body)).status).toBe(400);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await join({ email: `${n}@example.com` })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});
