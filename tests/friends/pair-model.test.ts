/**
 * Streaks for two on random histories, against the model of `pair-model.ts`. `PAIRS=10000` makes
 * that many, `SEED` another beginning of the seeds.
 */
import { describe, expect, it } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { sql } from "../support/sql.ts";
import { createAccount } from "../support/accounts.ts";
import { historyOf } from "./pair-histories.ts";
import { type Answer, Model } from "./pair-model.ts";

const PAIRS = Number(Deno.env.get("PAIRS") ?? 600);
const SEED = Number(Deno.env.get("SEED") ?? 1);
/** Histories that one pair of accounts has, one after another: each leaves dead rows behind. */
const EACH = 20;

/** The events lie in years to come, so that triggers, which settle what is final now, find none. */
const RUN = `
  create or replace function pg_temp.run_history(
    p_people uuid[], p_goals uuid[], p_zones text[], p_events jsonb
  ) returns jsonb language plpgsql set search_path = '' as $$
  declare
    v_event record;
    v_at timestamptz;
    v_who uuid;
    v_pair private.pair_streaks;
    v_trace private.pair_trace;
    v_answers jsonb := '[]';
  begin
    delete from private.pair_streaks where user_a = any (p_people);
    delete from private.former_zones where user_id = any (p_people);
    delete from private.streaks where user_id = any (p_people);
    delete from private.streak_freezes where user_id = any (p_people);
    delete from private.streak_pauses where user_id = any (p_people);
    update public.profiles set timezone = p_zones[array_position(p_people, id)]
    where id = any (p_people) and timezone <> p_zones[array_position(p_people, id)];
    for v_event in
      select * from jsonb_to_recordset(p_events) as e (
        kind text, who integer, t bigint, written bigint, goal boolean, id bigint, zone text,
        since integer, until integer, day integer)
      order by t
    loop
      v_at := to_timestamp(v_event.t);
      v_who := p_people[v_event.who + 1];
      if v_event.kind <> 'check' then
        -- As the triggers do before each write.
        perform private.settle_pairs(p_people[1], v_at);
      end if;
      if v_event.kind = 'accept' then
        insert into private.pair_streaks (
          user_a, user_b, accepted_at, settled_on, settle_at
        ) select p_people[1], p_people[2], v_at,
            max((v_at at time zone timezone)::date) - 1, v_at
          from public.profiles where id = any (p_people);
      elsif v_event.kind = 'act' then
        -- The day gives its freeze back, which covers nothing else in these histories.
        delete from private.streak_freezes as f using public.profiles as p
        where p.id = v_who and f.user_id = v_who and f.price_drops = 1
          and f.covered_day = (to_timestamp(case when v_event.t - v_event.written > 172800
            then v_event.t else v_event.written end) at time zone p.timezone)::date;
        perform private.count_act(v_who, case when v_event.goal then p_goals[v_event.who + 1] end,
          lpad(v_event.id::text, 32, '0')::uuid, to_timestamp(v_event.written), v_at);
      elsif v_event.kind = 'delete' then
        perform private.uncount_acts(v_who, s.goal_id,
          array[lpad(v_event.id::text, 32, '0')::uuid],
          array(select a.began_at + interval '12 hours' from private.streak_acts as a
            where a.streak_id = s.id and a.id = lpad(v_event.id::text, 32, '0')::uuid))
        from private.streaks as s where s.user_id = v_who;
      elsif v_event.kind = 'zone' then
        perform private.keep_former_zone(id, timezone, v_at) from public.profiles where id = v_who;
        update public.profiles set timezone = v_event.zone where id = v_who;
      elsif v_event.kind = 'pause' then
        insert into private.streak_pauses (user_id, since, until)
        values (v_who, date '1970-01-01' + v_event.since, date '1970-01-01' + v_event.until);
      elsif v_event.kind in ('covered', 'held') then
        insert into private.streak_freezes (user_id, price_drops, bought_on, covered_day)
        select v_who, 1 + (v_event.kind = 'held')::integer, day - (v_event.kind = 'covered')::integer,
          case when v_event.kind = 'covered' then day end
        from (select date '1970-01-01' + v_event.day as day) as d
        where v_event.kind = 'held' or not exists (
          select from private.streaks as s join private.streak_acts as a on a.streak_id = s.id
          where s.user_id = v_who and a.day = d.day)
        on conflict do nothing;
      elsif v_event.kind = 'block' then
        select * into v_pair from private.pair_streaks where user_a = p_people[1];
        v_trace := private.trace_pair(v_pair, v_at);
        update private.pair_streaks set days = v_trace.days, last_day = v_trace.last_day,
          longest = greatest(longest, v_trace.days),
          ended_at = coalesce(ended_at, v_trace.missed_at, v_at)
        where user_a = p_people[1] and ended_at is null;
      elsif v_event.kind = 'check' then
        select * into v_pair from private.pair_streaks where user_a = p_people[1];
        v_trace := null;
        if v_pair.ended_at is null then
          v_trace := private.trace_pair(v_pair, v_at);
        end if;
        v_answers := v_answers || jsonb_build_object(
          'current', case when coalesce(v_pair.ended_at, v_trace.missed_at) is null
            then v_trace.days else 0 end,
          'longest', greatest(v_pair.longest, v_trace.days),
          'last_day', coalesce(v_trace.last_day, v_pair.last_day) - date '1970-01-01',
          'ended_at', extract(epoch from coalesce(v_pair.ended_at, v_trace.missed_at)));
      end if;
    end loop;
    delete from private.pair_streaks where user_a = any (p_people);
    return v_answers;
  end
  $$`;

const fields = ["current", "longest", "last_day", "ended_at"] as const;

/** Two accounts with a goal each, the smaller id first. */
async function twoPeople() {
  const people = (await Promise.all([createAccount("One"), createAccount("Other")]))
    .map(({ id }) => id).toSorted();
  const goals = await sql<{ id: string }[]>`
    insert into public.goals (user_id, title)
    select id, 'Run' from unnest(${people}::uuid[]) with ordinality as p (id, n) order by n
    returning id`;
  return { people, goals: goals.map(({ id }) => id) };
}

describe("a streak for two", () => {
  it(`is that of the model in ${PAIRS} histories from seed ${SEED} on`, {
    timeout: patience(900_000),
  }, async () => {
    console.log(`Streaks for two: histories ${SEED} to ${SEED + PAIRS - 1}`);
    const tallies = { counted: 0, ended: 0, alive: 0 };
    const run = async (from: number, to: number) => {
      const { people, goals } = await twoPeople();
      const seeds = Array.from({ length: to - from }, (_, n) => from + n);
      const histories = seeds.map(historyOf);
      const answers = await sql.begin(async (tx) => {
        await tx.unsafe(RUN);
        return await tx<{ answers: Answer[] }[]>`
          select pg_temp.run_history(${people}::uuid[], ${goals}::uuid[],
            array[h -> 'zones' ->> 0, h -> 'zones' ->> 1], h -> 'events') as answers
          from jsonb_array_elements(${sql.json(histories as never)}) with ordinality as t (h, n)
          order by n`;
      });
      for (const [index, { answers: found }] of answers.entries()) {
        const { zones, events } = histories[index]!;
        const model = new Model(zones, events);
        const expected = events.filter(({ kind }) => kind === "check").map(({ t }) => model.at(t));
        for (const [place, answer] of expected.entries()) {
          if (fields.some((field) => answer?.[field] !== found[place]?.[field])) {
            expect({ seed: seeds[index], place, ...found[place] })
              .toEqual({ seed: seeds[index], place, ...answer });
          }
          tallies.counted += answer?.longest ?? 0;
          tallies[answer?.ended_at ? "ended" : "alive"]++;
        }
      }
    };
    const starts = Array.from({ length: Math.ceil(PAIRS / EACH) }, (_, n) => SEED + n * EACH);
    const worker = async () => {
      for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
        await run(from, Math.min(from + EACH, SEED + PAIRS));
      }
    };
    await Promise.all([worker(), worker()]);
    console.log(JSON.stringify(tallies));
    // The histories say something: streaks live, end and count.
    expect(Math.min(tallies.ended, tallies.alive) * 10).toBeGreaterThan(PAIRS);
    expect(tallies.counted).toBeGreaterThan(PAIRS);
  });
});
