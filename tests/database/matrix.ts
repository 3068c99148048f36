/** The row-security matrix: the expected access to one kind of row. */
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
  /** A change, and the people who may make it. */
  update: { values: Values; by: Role[] };
  delete: Role[];
  /** A row to insert; takes `world` and the id of the person who tries. */
  insert: { values(world: World, by: string): Values | Promise<Values>; by: Role[] };
}

/** Every table and view that the Data API exposes, by name. */
export type Matrix = Record<string, Case[]>;

/** Nobody may write it directly: functions write it. */
export const readOnly = (values: Values): Pick<Case, "update" | "delete" | "insert"> => ({
  update: { values, by: [] },
  delete: [],
  insert: { values: () => values, by: [] },
});
