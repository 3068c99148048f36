/** Functions of the Data API refuse a long text before they work on it. */
import { expect, it } from "vitest";
import { write } from "../journal/people.ts";
import { ok } from "../support/requests.ts";
import { become, sql, undone } from "../support/sql.ts";
import { makeWorld } from "../support/world.ts";
import { createPack } from "../tone-packs/support.ts";

const { people: { owner, stranger }, orgId, teamId } = await makeWorld();
const [entry, pack] = await Promise.all([write(owner), createPack(owner)]);

/** The values of required arguments by name: rows of the owner, and words that the functions know. */
const named: Record<string, string> = {
  p_org_id: orgId,
  p_team_id: teamId,
  p_entry_id: entry.id,
  p_tone_pack_id: pack.id,
  p_user_id: stranger.id,
  p_recipient_id: stranger.id,
  p_role: "member",
  p_scope: "public",
  p_platform: "ios",
};
const values: Record<string, string> = {
  uuid: crypto.randomUUID(),
  text: "x",
  jsonb: "{}",
  boolean: "true",
  integer: "1",
  numeric: "1",
  date: "2026-01-01",
  "time without time zone": "12:00",
  "timestamp with time zone": "2026-01-01",
};

interface Argument {
  name: string;
  type: string;
  optional: boolean;
}

const functions = await sql<{ name: string; arguments: Argument[] }[]>`
  select p.proname as name, array(
    select jsonb_build_object('name', a.name, 'type', format_type(a.type, null),
      'optional', a.n > p.pronargs - p.pronargdefaults)
    from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality
      as a (name, type, n)
    order by a.n
  ) as arguments
  from pg_proc as p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and has_function_privilege('authenticated', p.oid, 'execute')
  order by p.proname`;

/** Calls that give the long value of `long_values` to one argument, and all required ones. */
const callsWith = (type: string) =>
  functions.flatMap((f) =>
    f.arguments.filter((argument) => argument.type === type).map((long) => {
      const given = f.arguments.filter((each) => each === long || !each.optional).map((each) =>
        `${each.name} => ${
          each === long ? "v.long" : `'${named[each.name] ?? values[each.type]}'::${each.type}`
        }`
      );
      return `${f.name}(${given.join(", ")})`;
    })
  );

interface Outcome {
  call: string;
  /** The SQLSTATE of the refusal. */
  state: string;
  /** How often the long value was read. */
  reads: number;
}

/**
 * The outcomes of calls with a long value, each of which is undone. The value lies outside its row,
 * so that Postgres counts a scan of an index for each time that it is read.
 */
const outcomes = (who: { id: string }, type: string, long: string): Promise<Outcome[]> =>
  undone(async (tx) => {
    await tx.unsafe(`
      create temp table long_values (long ${type});
      create temp table outcomes (call text, state text, reads integer);
      alter table long_values alter long set storage external;
      insert into long_values select ${type === "text" ? long : `to_jsonb(${long})`};
      grant all on long_values, outcomes to authenticated`);
    await become(who, tx);
    for (const call of callsWith(type)) {
      await tx.unsafe(`do $do$
        declare
          v_index constant oid := (select i.indexrelid
            from pg_class as c join pg_index as i on i.indrelid = c.reltoastrelid
            where c.oid = 'long_values'::regclass);
          v_before constant bigint := pg_stat_get_xact_numscans(v_index);
          v_state text;
        begin
          begin
            execute $call$select public.${call} from long_values as v$call$;
            raise exception using errcode = 'TAKEN';
          exception when others then
            v_state := sqlstate;
          end;
          insert into outcomes
          values ($call$${call}$call$, v_state, pg_stat_get_xact_numscans(v_index) - v_before);
        end $do$`);
    }
    return await tx<Outcome[]>`select * from outcomes`;
  });

// More than the words of a text may take up (1 MB).
const long = ["repeat('x', 2000000)", "'a@' || repeat('a.', 1000000)"];
const padded = "repeat(' ', 2000000) || 'a@b.example'";

it("a long text causes no fault of the database", async () => {
  for (const type of ["text", "jsonb"]) {
    const faults = (await Promise.all(long.map((text) => outcomes(owner, type, text)))).flat()
      .filter(({ state }) => /^(XX|53|54|57|P0004)/.test(state));
    expect(faults).toEqual([]);
  }
});

it("a long text is read at most twice before it is refused, and by the checks of a row", async () => {
  const seen = await outcomes(owner, "text", long[1]!);
  expect(seen.length).toBeGreaterThan(50);
  expect(seen.filter(({ state, reads }) => reads > (state === "23514" ? 4 : 2))).toEqual([]);
});

it("a text is read once at most for a caller who may not call", async () => {
  // A twin that hides rows (`private.twin_of`) reads it once. Two functions look up the text.
  const lookUps = ["accept_invitation", "export_pages"];
  const read = (await outcomes(stranger, "text", long[1]!)).filter(({ call, state, reads }) =>
    /^PT40[34]$/.test(state) && reads > 1 && !lookUps.includes(call.split("(")[0]!)
  );
  expect(read).toEqual([]);
});

it("the spaces around a text count: it is measured before it is trimmed", async () => {
  const taken = (await outcomes(owner, "text", padded)).filter(({ state }) => state === "TAKEN");
  expect(taken).toEqual([]);
});

it("a cursor of sync is measured before it is decoded", async () => {
  const { next_cursor } = await ok(owner, "GET", "/api/sync");
  const ask = async (p_cursor: string) =>
    (await owner.client.rpc("sync", { p_cursor })).error?.message;
  expect(await ask(next_cursor)).toBeUndefined();
  expect(await ask(next_cursor + " ".repeat(100_000))).toContain("not one this list has given out");
});

it("the time zone of a window is measured before a row is made of it", async () => {
  const set = (p_timezone: string) =>
    owner.client.rpc("set_workout_window", {
      p_activity_type: "x",
      p_custom_activity: "x",
      p_window_start_time: "12:00",
      p_timezone,
    });
  expect((await set("x".repeat(51))).error?.message).toContain("timezone: expected at most 50");
});

it("a content that is too long is not searched for mentions", async () => {
  const { profile: { handle } } = await ok(owner, "GET", "/api/user/profile");
  const [found] = await sql`
    select jsonb_array_length(private.parse_mentions(${`@${handle} `} || repeat('x', 100))) as short,
      jsonb_array_length(private.parse_mentions(${`@${handle} `} || repeat('x', 100000))) as long`;
  expect(found).toEqual({ short: 1, long: 0 });
});
