import type { SourceRow } from "./import-row.ts";

/** What an imported entry is without, and why. */
export interface PictureError {
  file: string;
  error: string;
}

/** Photos and recordings stay in the file that was sent: each is listed with its entry. */
export const attach = (pictures: SourceRow["pictures"]): PictureError[] =>
  pictures.map(({ name }) => ({ file: name, error: "files are not imported" }));
