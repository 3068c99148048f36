/** The error of a folder that another program, or another client of this one, has open. */
export const inUse = (folder: string, by = "another program"): Error =>
  new Error(
    `The storage in ${folder} is open in ${by}: end it, or give this program a folder of its own`,
  );
