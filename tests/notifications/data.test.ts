/** The `data` of every notification has the shape that the document declares for its type. */
import { expect, it } from "vitest";
import { notificationData } from "../../shared/fields/notification.ts";
import { sql } from "../support/sql.ts";

type Type = keyof typeof notificationData;
const types = Object.keys(notificationData) as Type[];

const functions = await sql<{ name: string; body: string }[]>`
  select proname as name, prosrc as body from pg_proc
  where pronamespace = 'private'::regnamespace and prosrc ~ 'private\\.notify'`;

/** The arguments of each call of a function in SQL, as their text. */
function callsOf(name: string, body: string): string[][] {
  return [...body.matchAll(new RegExp(`\\b${name}\\(`, "g"))].map(({ index, 0: { length } }) => {
    const args = [""];
    let [depth, quoted] = [1, false];
    for (const letter of body.slice(index + length)) {
      if (letter === "'") quoted = !quoted;
      if (!quoted && letter === "(") depth++;
      if (!quoted && letter === ")" && --depth === 0) break;
      if (!quoted && letter === "," && depth === 1) args.push("");
      else args[args.length - 1] += letter;
    }
    return args.map((each) => each.trim());
  });
}

/** The types that a text of SQL names. */
const typesIn = (text: string): Type[] =>
  types.filter((type) => new RegExp(`'${type}[.']`).test(text));

/** The types of calls whose type is a variable. */
function typesOf(name: string, text: string): Type[] {
  // A job calls it with the type of a notice.
  if (name === "tell_of_workout_battle") return ["battle_update", "battle_result"];
  if (text.startsWith("p_")) {
    const calls = functions.flatMap(({ body }) => callsOf(`private\\.${name}`, body));
    return calls.flatMap((args) => typesIn(args.join()));
  }
  return typesIn(text);
}

/** The keys of an object of SQL, which may be a variable. */
function keysOf(object: string, body: string): string[] {
  const made = object.startsWith("v_")
    ? body.slice(body.search(new RegExp(`\\b${object}\\b[^;]*:=`)))
    : object;
  const [pairs] = callsOf("jsonb_build_object", made);
  return pairs!.filter((_, index) => index % 2 === 0).map((key) => key.replaceAll("'", ""));
}

const made = functions.flatMap(({ name, body }) =>
  callsOf("private\\.notify(?:_all)?", body).flatMap((args) => {
    const named = Object.fromEntries(args.flatMap((each) => {
      const [, key, value] = /^(p_\w+)\s*=>\s*([\s\S]*)$/.exec(each) ?? [];
      return key ? [[key, value]] : [];
    }));
    // `notify` itself hands its arguments on.
    if (name === "notify") return [];
    const data = named.p_data ?? args[3]!;
    return typesOf(name, args[1]!).map((type) => ({ type, keys: keysOf(data, body) }));
  })
);

it("finds the calls that notify somebody of each type", () => {
  expect([...new Set(made.map(({ type }) => type))].toSorted()).toEqual(types.toSorted());
});

it.each(made)("$type names $keys", ({ type, keys }) => {
  const always = Object.entries<{ safeParse(value: unknown): { success: boolean } }>(
    notificationData[type],
  )
    .filter(([, schema]) => !schema.safeParse(undefined).success).map(([name]) => name);
  expect(keys.toSorted()).toEqual(always.toSorted());
});
