/** The schema of the Data API: the generated types, with what is stated over them. */
import type { Arguments } from "./function-arguments.ts";
import type { ResultColumns, Results } from "./function-results.ts";
import type {
  At,
  EntryForAssistant,
  Functions,
  Override,
  Public,
  Relations,
  Row,
  Tone,
  Visibility,
  WithColumns,
} from "./relations.ts";
import type { Checks } from "./types.ts";

type ResultOf<Name, F> = Name extends keyof Results ? Results[Name]
  : F extends { Returns: infer R; SetofOptions: { to: infer To extends keyof Relations } }
    ? (R extends unknown[] ? Row<To>[] : Row<To>)
  : F extends { Returns: (infer R)[] } ? Override<R, At<ResultColumns, Name>>[]
  : F extends { Returns: infer R } ? R
  : never;

type WithResults<T> = {
  [Name in keyof T]: {
    [Part in keyof T[Name]]: Part extends "Returns" ? ResultOf<Name, T[Name]>
      : Part extends "Args" ? Override<T[Name][Part], At<Arguments, Name>>
      : T[Name][Part];
  };
};

/** The schema of the Data API, for `createClient`. */
export type Database = {
  public: Omit<Public, "Tables" | "Views" | "Functions"> & {
    Tables: WithColumns<Public["Tables"]>;
    Views: WithColumns<Public["Views"]>;
    Functions: WithResults<Functions>;
  };
};

/** The arguments of a function: `Given<"idempotency_claim">`. */
export type Given<Name extends keyof Functions> = WithResults<Functions>[Name]["Args"];

/** What a function returns: `Returned<"admin_health">`. */
export type Returned<Name extends keyof Functions> = WithResults<Functions>[Name]["Returns"];

export type { Checks, EntryForAssistant, Row, Tone, Visibility };
