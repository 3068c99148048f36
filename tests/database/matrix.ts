/** What the row-security matrix says of one kind of row. */
import type { Role, World } from "../support/world.ts";

/** Values of a row by column. */
export type Values = Record<string, unknown>;

export interface Case {
  /** Which row this is about, as in "an entry shared with the team". */
  row: string;
  /** Makes a fresh one, past every rule, and answers the columns that find it. */
  make(world: World): Promise<Values>;
  /** Who sees it. */
  select: Role[];
  /** What is asked for; everything, where every column is granted. */
  columns?: string;
  /** A change, and who may make it. */
  update: { values: Values; by: Role[] };
  delete: Role[];
  /** A row that somebody tries to add; `world` and the id of who tries. */
  insert: { values(world: World, by: string): Values | Promise<Values>; by: Role[] };
}

/** Every table and view that the Data API exposes, by name. */
export type Matrix = Record<string, Case[]>;

/** Nobody writes it directly: functions do. */
export const readOnly = (values: Values): Pick<Case, "update" | "delete" | "insert"> => ({
  update: { values, by: [] },
  delete: [],
  insert: { values: () => values, by: [] },
});
