/** The form in which a folder keeps values, and the refusal of a folder that is open elsewhere. */

/** A change as it is stored: a key with its value as JSON, or with null, which deletes it. */
export type Row = [key: string, json: string | null];

/** A file with values, which one program has open. */
export interface Values {
  /** The values at the opening, as JSON. */
  stored: Map<string, string>;
  /** Keeps all of the rows or, when it fails, none. */
  write(rows: Row[]): Promise<void>;
  close(): Promise<void>;
}

/** The error of a folder that another program, or another client of this one, has open. */
export const inUse = (folder: string, by = "another program"): Error =>
  new Error(
    `The storage in ${folder} is open in ${by}: end it, or give this program a folder of its own`,
  );
