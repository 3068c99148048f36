/**
 * The schema of the Data API: the generated types, and over them the values that check constraints
 * allow. The catalog does not know the shape of jsonb, nor which values a column of a view or a
 * function has: the schema of a route's answer states them. The compiler lets such values pass into
 * any answer; the tests compare every answer with its schema.
 */
import type { Checks, Database as Generated, Json } from "../generated/types.ts";

type Public = Generated["public"];
type Functions = Public["Functions"];

/** A value of unknown type, which the compiler accepts for any field of an answer. */
export interface Unstated {
  readonly unstated?: never;
}

/** A value of jsonb. Code that reads its fields states their shape: `shaped(Squad, ...)`. */
export interface Jsonb extends Unstated {
  readonly jsonb: never;
}

/** `T`, with `As` for jsonb. */
type Value<T, As> = [Json] extends [T | null] ? As : T;

/** A computed column of a view or a function. The catalog does not know whether it may be null. */
type Computed<T> = [Json] extends [T | null] ? Jsonb : T extends undefined ? T : T & Unstated;
type ComputedRow<T> = { [K in keyof T]: Computed<T[K]> };

type Columns<T, Checked, As> = {
  [K in keyof T]:
    | (K extends keyof Checked ? Checked[K] : Value<T[K], As>)
    | Extract<T[K], null | undefined>;
};
type Relation<Name, T> = Name extends keyof Checks ? Table<T, Checks[Name]> : Table<T, unknown>;
type Table<T, Checked> = {
  [Part in keyof T]: Part extends "Row" ? Columns<T[Part], Checked, Jsonb>
    : Part extends "Insert" | "Update" ? Columns<T[Part], Checked, object>
    : T[Part];
};
type View<T> = { [Part in keyof T]: Part extends "Row" ? ComputedRow<T[Part]> : T[Part] };

/** The arguments that may be null. The catalog only tells which arguments may be left out. */
type Nullable = "p_after" | "p_custom_activity" | "p_message_id" | "p_session_id" | "p_since";

type Args<T> = {
  [K in keyof T]: Value<T[K], object> | (K extends Nullable ? null : never);
};
type Result<F> = F extends
  { Returns: infer R; SetofOptions: { to: infer To extends keyof Relations } }
  ? (R extends unknown[] ? Row<To>[] : Row<To>)
  : F extends { Returns: (infer R extends Record<string, unknown>)[] } ? ComputedRow<R>[]
  : F extends { Returns: (infer R)[] } ? Computed<R>[]
  : F extends { Returns: infer R } ? Computed<R>
  : never;
type Function<F> = {
  [Part in keyof F]: Part extends "Args" ? Args<F[Part]> : Part extends "Returns" ? Result<F>
  : F[Part];
};

/** The schema of the Data API, for a client. */
export type Database = {
  public: {
    [Part in keyof Public]: Part extends "Tables"
      ? { [Name in keyof Public["Tables"]]: Relation<Name, Public["Tables"][Name]> }
      : Part extends "Views"
        ? { [Name in keyof Public["Views"]]: View<Relation<Name, Public["Views"][Name]>> }
      : Part extends "Functions" ? { [Name in keyof Functions]: Function<Functions[Name]> }
      : Public[Part];
  };
};
type Relations = Database["public"]["Tables"] & Database["public"]["Views"];

/** A row of a table or a view: `Row<"goals">`. */
export type Row<Name extends keyof Relations> = Relations[Name]["Row"];

/** The arguments of a function: `Given<"idempotency_claim">`. */
export type Given<Name extends keyof Functions> = Args<Functions[Name]["Args"]>;

/** The result of a function: `Returned<"take_pushes">`. */
export type Returned<Name extends keyof Functions> = Result<Functions[Name]>;

export type { Checks };
