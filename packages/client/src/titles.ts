/**
 * The name of an entry: its title, without one the first line of its text with a letter or digit,
 * otherwise empty.
 */
export function titleOf({ title, content }: { title: string; content?: string | null }): string {
  if (title.trim() !== "") return title;
  const line = content?.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return line.replace(/^[#>*\s-]+/, "").replace(/\\([\p{P}\p{S}])/gu, "$1").trim();
}
