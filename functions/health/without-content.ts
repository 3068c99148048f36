/**
 * A message of a browser without what a person may have written: addresses of mail, ids, query strings
 * and fragments of addresses, and quoted texts. A single word in single quotation marks stays, because
 * it names a property.
 *
 * @example
 * ```ts
 * withoutContent(`Unexpected token 'D', "Dear diary" is not valid JSON`);
 * // Unexpected token 'D', "…" is not valid JSON
 * ```
 */
export const withoutContent = (text: string): string =>
  withoutIds(text)
    .replaceAll(/"[^"]*"?|“[^”]*”?|`[^`]*`?/g, '"…"')
    .replaceAll(/'[^']*[^\w$.'-][^']*'/g, "'…'")
    .replaceAll(/[^\s"'<>()]+@[^\s"'<>()]*/g, "<mail>");

/** The places that a stack names, each a line; its message is left out. */
export const placesOf = (stack: string): string[] =>
  stack.split("\n").filter((line) => /:\d+:\d+\)?$/.test(line)).slice(0, 10)
    .map((line) => withoutIds(line.trim()).slice(0, 300));

const withoutIds = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "<id>")
    // The line and the column stay.
    .replaceAll(/[?#][^\s()"']*?((?::\d+){0,2})(?=[\s()"']|$)/g, "$1")
    // Firefox writes `function@https://...`.
    .replaceAll(/[^\s@/"'<>()]+@[^\s@/:"'<>()]+\.[^\s@/:"'<>()]+/g, "<mail>");
