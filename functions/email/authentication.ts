/**
 * The findings of the receiving mail server about a sender: RFC 8601 and RFC 7208. Senders write
 * such headers too, and a server repeats parts of what they wrote, in comments and quoted texts: a
 * header that cannot be understood fails, and so does a mail when any of its headers does.
 */
import { parseJson } from "../../shared/base/text.ts";

interface Result {
  method: string;
  result: string;
  properties: Map<string, string>;
}

/** Whether nothing in the headers speaks against the sender; true when no server says anything. */
export function isAuthentic(headers: Record<string, unknown>, sender: string): boolean {
  const domain = sender.slice(sender.lastIndexOf("@") + 1).toLowerCase();
  const named = (header: string) =>
    Object.entries(headers).filter(([name]) => name.toLowerCase() === header)
      .flatMap(([, value]) => valuesOf(value));
  return named("authentication-results").every((value) => passes(parse(value), domain)) &&
    named("received-spf").every((value) => !failsSpf(value));
}

/** `Received-SPF: fail (comment) client-ip=192.0.2.1` (RFC 7208, 9.1). */
function failsSpf(value: string): boolean {
  const clauses = tokens(value);
  return !clauses || clauses[0]![0]?.toLowerCase() === "fail";
}

/** A header that occurs several times is a list, or the JSON of a list. */
function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  const text = String(value);
  const list = parseJson(text);
  return Array.isArray(list) ? list.map(String) : [text];
}

/**
 * DMARC decides where the sender's domain has a policy. Otherwise a signature (DKIM) or the path (SPF)
 * must pass for the sender's domain, where the server looked at them.
 */
function passes(results: Result[] | null, domain: string): boolean {
  if (!results) return false;
  const of = (method: string) => results.filter((each) => each.method === method);
  const dmarc = of("dmarc").filter(({ result }) => result !== "none");
  if (dmarc.length > 0) {
    return dmarc.every(({ result, properties }) =>
      result === "pass" && (properties.get("header.from") ?? domain) === domain
    );
  }
  const others = [...of("dkim"), ...of("spf")];
  return others.length === 0 || others.some(({ method, result, properties }) => {
    const given = method === "dkim"
      ? properties.get("header.d") ?? properties.get("header.i")
      : properties.get("smtp.mailfrom");
    return result === "pass" && given !== undefined &&
      isAligned(given.slice(given.lastIndexOf("@") + 1), domain);
  });
}

/** Relaxed alignment (RFC 7489, 3.1): one domain is the other, or below it. */
const isAligned = (one: string, other: string): boolean =>
  one === other ||
  [[one, other], [other, one]].some(([inner, outer]) =>
    outer!.includes(".") && inner!.endsWith(`.${outer}`)
  );

/** The results of one header; null when it is malformed. */
function parse(value: string): Result[] | null {
  const clauses = tokens(value);
  if (!clauses) return null;
  // The first clause names the server.
  const results: Result[] = [];
  for (const clause of clauses.slice(1)) {
    const pairs = clause.map((token) => token.toLowerCase().split("=", 2) as [string, string?]);
    const [first, ...rest] = pairs;
    if (!first || (pairs.length === 1 && first[0] === "none")) continue;
    if (first[1] === undefined) return null;
    const properties = new Map<string, string>();
    for (const [name, text] of rest) {
      if (text === undefined || properties.has(name)) return null;
      properties.set(name, text);
    }
    results.push({ method: first[0].split("/")[0]!, result: first[1], properties });
  }
  return results;
}

/** Words by clause, without comments (which nest) and the quotes around texts; null when unbalanced. */
function tokens(value: string): string[][] | null {
  const clauses: string[][] = [[]];
  let word = "";
  let depth = 0;
  let quoted = false;
  const end = () => {
    if (word) clauses.at(-1)!.push(word);
    word = "";
  };
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    if (character === "\\" && (quoted || depth > 0)) {
      at++;
      if (depth === 0) word += value[at] ?? "";
    } else if (depth === 0 && character === '"') quoted = !quoted;
    else if (quoted) word += character;
    else if (character === "(") {
      if (depth++ === 0 && !word.endsWith("=")) end();
    } else if (character === ")") {
      if (--depth < 0) return null;
    } else if (depth > 0) continue;
    else if (character === ";") {
      end();
      clauses.push([]);
    } else if (!/\s/.test(character)) word += character;
    // Space may stand around the equals sign.
    else if (!word.endsWith("=") && !/^\s*=/.test(value.slice(at, at + 100))) end();
  }
  end();
  return depth === 0 && !quoted ? clauses : null;
}
