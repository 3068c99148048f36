/** Competitions: entries, scores, leaderboards. */
import type { ISql } from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { routes } from "../../functions/lab/jobs.ts";
import { testEnvironment } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, persons, send, superAdmin } from "../support/people.ts";
import { codeOf, NOWHERE, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { runWithoutTime } from "./support.ts";

const [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
const admin = await superAdmin();

/** The breakdown of a score of 0. */
const kinds = ["clone", "completion", "replication_confirmed", "replication_refuted", "build"];
const nothing = Object.fromEntries(kinds.map((kind) => [kind, 0]));

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

const competition = async (fields = {}) =>
  (await ok(admin, "POST", "/api/lab/admin/competitions", {
    title: "Summer of sparks",
    starts_at: hours(-1),
    ends_at: hours(1),
    ...fields,
  })).competition;

const dreamOf = async (who: Person) =>
  (await ok(who, "POST", "/api/lab/dreams", { title: "A coil", is_public: true })).dream
    .id as string;

const templateOf = async (who: Person) => {
  const id = await dreamOf(who);
  await ok(admin, "POST", "/api/lab/admin/templates", { dream_id: id, is_public: true });
  return id;
};

const enter = (who: Person, competitionId: string, dream_id: string) =>
  who.api("POST", `/api/lab/competitions/${competitionId}/entries`, { dream_id });

/** The person's own entry, as the list of competitions has it. */
const entryIn = async (id: string, who: Person) =>
  (await walk(who, "/api/lab/competitions", "competitions")).find((it) => it.id === id).entry;

const path = "/api/cron/lab/recompute-competitions";
const secret = { "x-cron-secret": testEnvironment.LAB_CRON_SECRET };
const recompute = () => send("POST", path, undefined, secret);

const leaderboard = (id: string, limit = 100) =>
  walk(cleo, `/api/lab/competitions/${id}/leaderboard`, "leaderboard", limit);

describe("/api/lab/admin/competitions", () => {
  it("creates and changes competitions, with default weights", async () => {
    const weights = Object.fromEntries([3, 5, 25, 5, 10].map((each, n) => [kinds[n], each]));
    const scoring_config = { weights: { clone: 3 } };
    const made = await competition({ description: null, scoring_config });
    expect(made).toMatchObject({
      title: "Summer of sparks",
      description: "",
      last_scored_at: null,
    });
    expect(made).toMatchObject({ is_active: true, entry_open: true, scoring_config: { weights } });
    const changed = await ok(admin, "PUT", `/api/lab/admin/competitions/${made.id}`, {
      is_active: false,
      scoring_config: {},
    });
    expect(changed.competition).toMatchObject({
      title: made.title,
      is_active: false,
      scoring_config: { weights: { clone: 1 } },
    });
    for (const [who, sees] of [[ana, false], [admin, true]] as const) {
      const listed = await walk(who, "/api/lab/competitions", "competitions");
      expect(listed.some(({ id }) => id === made.id)).toBe(sees);
    }
  });

  it("refuses bad dates and weights, and everyone but super admins", async () => {
    const base = { title: "x", starts_at: hours(0), ends_at: hours(1) };
    const weights = [{ clone: -1 }, { clone: 1001 }, { applause: 1 }];
    const refused = [
      { ends_at: hours(-1) },
      { starts_at: "soon" },
      ...weights.map((each) => ({ scoring_config: { weights: each } })),
    ];
    for (const change of refused) {
      const answer = await admin.api("POST", "/api/lab/admin/competitions", { ...base, ...change });
      expect(answer.status).toBe(400);
    }
    expect((await ana.client.rpc("create_competition", { p_fields: base })).status).toBe(403);
    for (const change of [refused.at(-1), { starts_at: "-infinity" }, { ends_at: "infinity" }]) {
      const p_fields = { ...base, ...change };
      expect((await admin.client.rpc("create_competition", { p_fields })).status).toBe(400);
    }
    const unknown = `/api/lab/admin/competitions/${NOWHERE}`;
    expect((await admin.api("PUT", unknown, { title: "x" })).status).toBe(404);
  });
});

describe("/api/lab/competitions/:id/entries", () => {
  it("takes one dream of the caller", async () => {
    const { id } = await competition();
    const dream = await dreamOf(ana);
    const { status, body } = await enter(ana, id, dream);
    expect([status, body.entry]).toMatchObject([201, { competition_id: id, dream_id: dream }]);
    expect(await codeOf(enter(ana, id, await dreamOf(ana)))).toBe("409 already_entered");
    expect((await enter(ben, id, dream)).status).toBe(404);
    expect(await entryIn(id, ana)).toMatchObject({ dream_id: dream, rank: null, score: null });
    expect(await entryIn(id, ben)).toBeNull();
  });

  it("is refused when the competition is closed, over, hidden or unknown", async () => {
    const dream = await dreamOf(ana);
    const closed = await competition({ entry_open: false });
    const over = await competition({ starts_at: hours(-2), ends_at: hours(-1) });
    for (const { id } of [closed, over]) {
      expect(await codeOf(enter(ana, id, dream))).toBe("409 entries_closed");
    }
    const hidden = await competition({ is_active: false });
    const future = await competition({ is_active: false, starts_at: hours(1), ends_at: hours(2) });
    for (const id of [hidden.id, future.id, NOWHERE]) {
      expect((await enter(ana, id, dream)).status).toBe(404);
    }
    for (const id of [future.id, NOWHERE]) {
      expect((await ana.api("GET", `/api/lab/competitions/${id}/leaderboard`)).status).toBe(404);
    }
  });
});

// The job scores the competitions of one test alone.
afterEach(() =>
  sql`
  update public.competitions set is_active = false, entry_open = false
  where title = 'Summer of sparks'`
);

describe("scores", () => {
  it("weigh the acts of others on the dream and its clones between the dates", async () => {
    const { id } = await competition({ scoring_config: { weights: { clone: 2 } } });
    const template = await templateOf(ana);
    await enter(ana, id, template);
    await enter(ben, id, await dreamOf(ben));

    // The entrant's own acts do not count.
    await ok(ana, "POST", `/api/lab/dreams/${template}/builds`);
    const { dream: own } = await ok(ana, "POST", `/api/lab/templates/${template}/clone`, {});
    await ok(ana, "POST", `/api/lab/dreams/${own.id}/complete`);
    // The acts of each other user count once.
    const { dream } = await ok(cleo, "POST", `/api/lab/templates/${template}/clone`, {});
    await ok(cleo, "POST", `/api/lab/templates/${template}/clone`, {});
    await ok(cleo, "POST", `/api/lab/dreams/${dream.id}/complete`);
    await ok(ben, "POST", `/api/lab/dreams/${template}/builds`);

    expect((await recompute()).status).toBe(200);
    const row = (rank: number, full_name: string, { id: user_id }: Person) => ({
      ...{ rank, user_id, full_name, handle: expect.any(String), is_synthetic: false },
      dream_id: expect.any(String),
    });
    const breakdown = { ...nothing, clone: 1, completion: 1, build: 1 };
    expect(await leaderboard(id, 1)).toEqual([
      { ...row(1, "Ana", ana), dream_id: template, score: 17, breakdown },
      { ...row(2, "Ben", ben), score: 0, breakdown: nothing },
    ]);
    expect(await entryIn(id, ana)).toMatchObject({ rank: 1, score: 17 });

    // Nothing outside the dates counts.
    await ok(admin, "PUT", `/api/lab/admin/competitions/${id}`, {
      starts_at: hours(1),
      ends_at: hours(2),
    });
    await recompute();
    expect((await leaderboard(id)).map(({ score, rank }) => `${score} ${rank}`))
      .toEqual(["0 1", "0 1"]);
  });

  it("count an act between the dates whatever came before and after it that day", async () => {
    const { id } = await competition();
    const template = await templateOf(ana);
    await enter(ana, id, template);
    const clone = () => ok(ben, "POST", `/api/lab/templates/${template}/clone`, {});
    for (let n = 0; n < 3; n++) await clone();
    const events = await sql`
      select id from private.dream_events where dream_id = ${template} order by id`;
    for (const [n, event] of events.entries()) {
      await sql`update private.dream_events
        set created_at = now() + make_interval(mins => ${[-90, 0, 90][n]!}) where id = ${event.id}`;
    }
    await recompute();
    expect((await leaderboard(id))[0]).toMatchObject({ score: 1, breakdown: { clone: 1 } });
    expect((await ok(ben, "GET", `/api/lab/templates/${template}`)).template.clone_count).toBe(1);
  });

  it("stay readable when the competition is inactive", async () => {
    const { id } = await competition();
    await enter(ana, id, await dreamOf(ana));
    await recompute();
    await ok(admin, "PUT", `/api/lab/admin/competitions/${id}`, { is_active: false });
    expect(await leaderboard(id)).toHaveLength(1);
    const { data } = await cleo.client.from("competition_scores").select("score")
      .eq("competition_id", id);
    expect(data).toEqual([{ score: 0 }]);
  });

  it("count replications, confirmed and refuted", async () => {
    const { id } = await competition();
    const template = await templateOf(ana);
    await ok(admin, "POST", `/api/lab/templates/${template}/golden-spec`, {
      calculator: "coil",
      optimal_inputs: {},
      calculator_outputs: { outputs: [{ label: "L", value: 1, unit: "H" }] },
    });
    await enter(ana, id, template);
    for (const [who, L] of [[ben, 1], [cleo, 2], [ana, 1]] as const) {
      await ok(who, "POST", `/api/lab/dreams/${template}/replications`, { measured_values: { L } });
    }
    await recompute();
    expect((await leaderboard(id))[0]).toMatchObject({
      score: 30,
      breakdown: { replication_confirmed: 1, replication_refuted: 1 },
    });
  });

  it("share a rank when they are equal, and leave out blocked users", async () => {
    const { id } = await competition();
    const people = await persons("One", "Two", "Three", "Four");
    for (const who of people) await enter(who, id, await dreamOf(who));
    const builds = [1, 0, 0, 1];
    for (const [n, who] of people.entries()) {
      const [entry] = await sql`
        select dream_id from public.competition_entries
        where competition_id = ${id} and user_id = ${who.id}`;
      if (builds[n]) await ok(ben, "POST", `/api/lab/dreams/${entry!.dream_id}/builds`);
    }
    await recompute();
    expect((await leaderboard(id, 1)).map(({ rank }) => rank)).toEqual([1, 1, 3, 3]);
    await sql`update public.profiles set is_active = false where id = ${people[0]!.id}`;
    await recompute();
    expect((await leaderboard(id)).map(({ rank }) => rank)).toEqual([1, 2, 2]);
  });
});

describe(path, () => {
  it("computes active and open competitions only, also when run twice at once", async () => {
    const [open, closed, inactive] = await Promise.all([
      competition(),
      competition({ entry_open: false }),
      competition({ is_active: false }),
    ]);
    await enter(ana, open.id, await dreamOf(ana));
    const runs = await Promise.all([recompute(), recompute()]);
    for (const { status, body } of runs) {
      expect([status, body.results]).toMatchObject([200, { failed: 0, remaining: 0 }]);
    }
    expect(runs[0]!.body.results.competitions + runs[1]!.body.results.competitions)
      .toBeGreaterThan(0);
    expect(await leaderboard(open.id)).toHaveLength(1);
    const scored = await sql`
      select id from public.competitions
      where id in ${sql([open.id, closed.id, inactive.id])} and last_scored_at is not null`;
    expect(scored.map(({ id }) => id)).toEqual([open.id]);
  });

  const scoredAt = async (id: string, db: ISql = sql) =>
    (await db`
      select last_scored_at::text from public.competitions where id = ${id}`)[0]!.last_scored_at;

  it("passes over what another call scores at the same time", async () => {
    const { id } = await competition();
    let calls: ReturnType<typeof recompute>[] = [];
    let scored: string;
    await sql.begin(async (tx) => {
      await tx`select from public.competitions where id = ${id} for no key update`;
      calls = Array.from({ length: 4 }, recompute);
      // One of the four waits for this transaction, and the others for their turn.
      await eventually(async () =>
        expect(
          await sql`
            select from pg_locks where not granted and locktype = 'tuple'
              and relation = 'public.competitions'::regclass`,
        ).toHaveLength(3)
      );
      await tx`select private.score_competition(${id})`;
      scored = await scoredAt(id, tx);
    });
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.results]).toMatchObject([200, { failed: 0, remaining: 0 }]);
    }
    expect(await scoredAt(id)).toBe(scored!);
  });

  it("goes on with an unfinished run, and computes everything anew after a finished run", async () => {
    const [before, during] = await Promise.all([competition(), competition()]);
    await sql`select private.score_competition(${before.id})`;
    const { results } = await runWithoutTime("/cron/lab/recompute-competitions", routes);
    expect([results.competitions, results.remaining >= 2]).toEqual([0, true]);
    await sql`select private.score_competition(${during.id})`;
    const times = () => Promise.all([scoredAt(before.id), scoredAt(during.id)]);
    const first = await times();
    expect((await recompute()).body.results).toMatchObject({ failed: 0, remaining: 0 });
    const second = await times();
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([false, true]);
    await recompute();
    const third = await times();
    expect([third[0] === second[0], third[1] === second[1]]).toEqual([false, false]);
  });

  it("says which have failed, and tries them again", async () => {
    const [sound, broken] = [await competition(), await competition({ title: "Out of order" })];
    await sql.unsafe(`
      create function private.refuse_score() returns trigger language plpgsql as
        $$ begin raise exception 'out of order'; end $$;
      create trigger refuse_score before update on public.competitions for each row
        when (new.id = '${broken.id}') execute function private.refuse_score()`);
    const last = async () =>
      (await sql`
        select complete, result from private.job_runs where job = 'lab-recompute-competitions'
        order by id desc limit 1`)[0];
    try {
      const { body } = await recompute();
      expect(body).toMatchObject({
        message: "1 failed, 1 competition is left for the next call",
        results: { failed: 1, remaining: 1, errors: ["Out of order: out of order"] },
      });
      expect(await last()).toMatchObject({ complete: false, result: { failed: 1 } });
    } finally {
      await sql`drop function private.refuse_score cascade`;
    }
    const scored = await scoredAt(sound.id);
    const { body } = await recompute();
    expect(body.message).toBe("The leaderboards are up to date");
    expect(await last()).toMatchObject({ complete: true });
    // The run goes on with the competition that has failed.
    expect([await scoredAt(sound.id), await scoredAt(broken.id)])
      .toEqual([scored, expect.any(String)]);
  });

  it("says that there are more than one answer of the Data API has", async () => {
    await sql`
      insert into public.competitions (title, starts_at, ends_at)
      select 'One of many', now() - interval '1 hour', now() + interval '1 hour'
      from generate_series(1, 102)`;
    const { results } = await runWithoutTime("/cron/lab/recompute-competitions", routes);
    expect(results.remaining).toBe(102);
    await sql`delete from public.competitions where title = 'One of many'`;
  });
});
