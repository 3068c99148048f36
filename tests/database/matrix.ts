/** The row-security matrix: the expected access to one kind of row. */
import { sql } from "../support/sql.ts";
import type { Role, World } from "../support/world.ts";

/** Values of a row by column. */
export type Values = Record<string, unknown>;

export interface Case {
  /** Names the row, as in "an entry shared with the team". */
  row: string;
  /** Inserts a new row, bypassing every rule, and returns the columns that identify it. */
  make(world: World): Promise<Values>;
  /** The people who may see it. */
  select: Role[];
  /** The columns to select; all of them, where every column is granted. */
  columns?: string;
  /** The people who may write it; absent where another case names them for every row of the table. */
  write?: Write;
}

export interface Write {
  /** A change, and the people who may make it. */
  update: { values: Values; by: Role[] };
  delete: Role[];
  /** A row to insert; takes `world` and the id of the person who tries. */
  insert: { values(world: World, by: string): Values | Promise<Values>; by: Role[] };
}

/** Every table and view that the Data API exposes, by name. */
export type Matrix = Record<string, Case[]>;

export const signedIn: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];
export const ownerAndAdmins: Role[] = ["owner", "superAdmin"];

/** Clients may not write it directly: functions write it. */
export const readOnly = (values: Values): Write => ({
  update: { values, by: [] },
  delete: [],
  insert: { values: () => values, by: [] },
});

/** Inserts a row, bypassing every rule, and returns the column that identifies it. */
export async function put(table: string, values: Values, key = "id"): Promise<Values> {
  const [row] = await sql`
    insert into ${sql(`public.${table}`)} ${sql(values)} returning ${sql(key)}`;
  return { [key]: row![key] };
}

/** Makes a row of the owner's. */
export const ofOwner =
  (table: string, values: Values | ((world: World) => Values | Promise<Values>)): Case["make"] =>
  async (world) =>
    await put(table, {
      user_id: world.people.owner.id,
      ...await (typeof values === "function" ? values(world) : values),
    });
