/**
 * The streaks that the database keeps against a plain count of the rules (`model.ts`), on random
 * histories. `HISTORIES=100000 SEED=1000 npm test -- tests/streaks/histories.test.ts` plays more of
 * them, from that seed on, and `HISTORIES=1` the one of a seed.
 */
import { expect, it } from "vitest";
import type { TransactionSql } from "postgres";
import { ownPlatform } from "../support/own-platform.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { type History, historyOf, REPLACED, replaced, type Step } from "./histories.ts";
import { Model, type State } from "./model.ts";
import { dayOfIso, isoOf } from "./zones.ts";

const COUNT = Number(Deno.env.get("HISTORIES") ?? 300);
const SEED = Number(Deno.env.get("SEED") ?? 60);
const BATCH = 100;
/** So many that the triggers of other features are switched off for them. */
const isMany = COUNT > 1000;
if (isMany) await ownPlatform();
const { person } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");
/** Nothing of the histories stays. */
const ROLLBACK = new Error("rolled back");

/** Plays each history for one user and takes everything back. Answers the streak after each. */
const play = (tx: TransactionSql) =>
  tx.unsafe(`
    create function pg_temp.play(p_user_id uuid, p_histories jsonb) returns jsonb
    language plpgsql as $$
    declare
      v_history jsonb;
      v_step jsonb;
      v_goal uuid;
      v_ids jsonb;
      v_zone text;
      v_answers jsonb := '[]';
      v_answer jsonb;
    begin
      for v_history in select * from jsonb_array_elements(p_histories) loop
        begin
          v_zone := v_history ->> 'zone';
          v_ids := '{}';
          update public.profiles set timezone = v_zone where id = p_user_id;
          insert into public.goals (user_id, title, schedule, measure)
          values (p_user_id, 'Run', nullif(v_history -> 'schedule', 'null'),
            nullif(v_history -> 'measure', 'null'))
          returning id into v_goal;
          for v_step in select * from jsonb_array_elements(v_history -> 'steps') loop
            case v_step ->> 'do'
              when 'travel' then
                v_zone := v_step ->> 'zone';
                update public.profiles set timezone = v_zone where id = p_user_id;
              when 'write' then
                v_ids := v_ids || jsonb_build_object(v_step ->> 'n', private.uuid_v7());
                insert into public.goal_check_ins
                  (id, user_id, goal_id, status, amount, written_at, created_at)
                values ((v_ids ->> (v_step ->> 'n'))::uuid, p_user_id, v_goal,
                  v_step ->> 'status', (v_step ->> 'amount')::numeric,
                  (v_step ->> 'at')::timestamptz, (v_step ->> 'created')::timestamptz);
              when 'edit' then
                if v_step ? 'status' and v_step ? 'amount' then
                  update public.goal_check_ins set status = v_step ->> 'status',
                    amount = (v_step ->> 'amount')::numeric
                  where id = (v_ids ->> (v_step ->> 'n'))::uuid;
                elsif v_step ? 'status' then
                  update public.goal_check_ins set status = v_step ->> 'status'
                  where id = (v_ids ->> (v_step ->> 'n'))::uuid;
                else
                  update public.goal_check_ins set amount = (v_step ->> 'amount')::numeric
                  where id = (v_ids ->> (v_step ->> 'n'))::uuid;
                end if;
              when 'delete' then
                delete from public.goal_check_ins where id = (v_ids ->> (v_step ->> 'n'))::uuid;
                v_ids := v_ids - (v_step ->> 'n');
              when 'pause' then
                insert into private.streak_pauses (user_id, since, until)
                values (p_user_id, (v_step ->> 'since')::date, (v_step ->> 'until')::date);
              when 'freeze' then
                perform private.take_due_freezes(p_user_id, (v_step ->> 'day')::date,
                  (v_step ->> 'day')::timestamp at time zone v_zone);
                insert into private.streak_freezes (user_id, price_drops, bought_on)
                values (p_user_id, 10, (v_step ->> 'day')::date);
              when 'schedule' then
                perform private.change_schedule(p_user_id, v_goal,
                  nullif(v_step -> 'schedule', 'null'), (v_step ->> 'day')::date,
                  (v_step ->> 'day')::timestamp at time zone v_zone);
            end case;
          end loop;
          v_answer := private.streak_json(
              (select s from private.streaks as s where user_id = p_user_id and goal_id = v_goal),
              private.streak_present(p_user_id, (v_history ->> 'now')::timestamptz))
            || jsonb_build_object(
              'unit', coalesce((
                select unit from private.streaks
                where user_id = p_user_id and goal_id = v_goal), 'day'),
              'statuses', array(
                select c.status from jsonb_each_text(v_ids) as i
                join public.goal_check_ins as c on c.id = i.value::uuid order by i.key::integer));
          raise exception using errcode = 'ZZZZZ';
        exception when sqlstate 'ZZZZZ' then
          v_answers := v_answers || jsonb_build_array(v_answer);
        end;
      end loop;
      return v_answers;
    end $$`);

/** Quotas, texts and copies, of which a streak knows nothing: many histories go without them. */
const quicken = (tx: TransactionSql) =>
  tx.unsafe(`
    do $$
    declare
      v_trigger record;
    begin
      for v_trigger in
        select tgrelid::regclass as of, tgname as name from pg_trigger
        where not tgisinternal and tgname ~ '_[89][0-9]{2}_|_texts$' and tgrelid in (
          'public.goals'::regclass, 'public.goal_check_ins'::regclass,
          'private.streaks'::regclass, 'private.streak_freezes'::regclass,
          'private.streak_pauses'::regclass, 'public.profiles'::regclass)
      loop
        execute format('alter table %s disable trigger %I', v_trigger.of, v_trigger.name);
      end loop;
    end $$`);

/** Times as the database reads them. */
const sentOf = (step: Step) => ({
  ...step,
  ...step.do === "write" && {
    at: new Date(step.at).toISOString(),
    created: new Date(step.created).toISOString(),
  },
  ...step.do === "pause" && { since: isoOf(step.since), until: isoOf(step.until) },
  ...(step.do === "freeze" || step.do === "schedule") && { day: isoOf(step.day) },
});

function counted(history: History): State {
  const model = new Model(history);
  for (const step of history.steps) model.take(step);
  return model.at(history.now);
}

/** Plays a batch, and answers the streaks that the database and the count have found. */
async function compare(who: string, batch: { name: string; history: History }[]) {
  const streaks: State[] = [];
  await sql.begin(async (tx) => {
    await play(tx);
    const sent = batch.map(({ history }) => ({
      ...{ ...history, now: new Date(history.now).toISOString() },
      steps: history.steps.map(sentOf),
    }));
    const [{ answers }] = await tx<
      [{ answers: (Omit<State, "last_day"> & { last_day: string })[] }]
    >`
      select pg_temp.play(${who}, ${tx.json(sent as never)}) as answers`;
    batch.forEach(({ name, history }, index) => {
      const { last_day, ...answer } = answers[index]!;
      const streak = counted(history);
      expect(
        { ...answer, last_day: last_day && dayOfIso(last_day) },
        `${name}: ${JSON.stringify(sent[index])}`,
      ).toEqual(streak);
      streaks.push(streak);
    });
    throw ROLLBACK;
  }).catch((error) => {
    if (error !== ROLLBACK) throw error;
  });
  return streaks;
}

it.for(REPLACED)("a day keeps its zone when $when", async ({ when, steps }) => {
  const { id } = await person();
  const found = await compare(id, [{ name: when, history: replaced(steps) }]);
  expect(found).toMatchObject([{ current: 1, longest: 1 }]);
});

it("streaks of goals are what a plain count of random histories finds", async () => {
  console.log(`${COUNT} histories from seed ${SEED} on`);
  if (isMany) await sql.begin(quicken);
  let [next, long, weeks] = [0, 0, 0];
  await Promise.all(Array.from({ length: isMany ? 4 : 1 }, async () => {
    const who = await person();
    while (next < COUNT) {
      const first = next;
      next += BATCH;
      if (first % 10_000 === 0) console.log(`${first} at ${new Date().toISOString()}`);
      const batch = Array.from({ length: Math.min(BATCH, COUNT - first) }, (_, index) => {
        const seed = SEED + first + index;
        return { name: `seed ${seed}`, history: historyOf(seed) };
      });
      for (const { current, unit } of await compare(who.id, batch)) {
        if (current > 1) long++;
        if (unit === "week" && current > 0) weeks++;
      }
    }
  }));
  // The histories are not trivial.
  console.log(`${long} end in a streak of two or more, ${weeks} in one of weeks`);
  expect(Math.min(long, weeks)).toBeGreaterThanOrEqual(Math.floor(COUNT / 20));
}, patience(Math.max(120_000, COUNT * 100)));
