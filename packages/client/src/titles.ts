/**
 * What to call an entry: its title, or the first line of its text where it has none; empty where the
 * text has no words either.
 */
export function titleOf({ title, content }: { title: string; content?: string | null }): string {
  if (title.trim() !== "") return title;
  const line = content?.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return line.replace(/^[#>*\s-]+/, "").replace(/\\([\p{P}\p{S}])/gu, "$1").trim();
}
