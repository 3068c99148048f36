import type { SourceRow } from "./import-source.ts";
export async function attach(_user: string, _entry: string, _pictures: SourceRow["pictures"]): Promise<{ file: string; error: string }[]> {
  return [];
}
