/** Limits the cost of one request. Hosted itself has no such limits: see docs/limits.md. */
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refusal } from "../storage/answers.ts";

const MB = 1024 * 1024;
const MAX_ANSWER = 10 * MB;
const MAX_SELECT = 2048;
const MAX_DEPTH = 2;
const MAX_EMBEDS = 10;

/**
 * Refuses bodies of more than so many MB: by the length that the head of the request announces, before
 * a byte is read, or as soon as a body without length has grown too large.
 */
export const limitBody = (megabytes: number) =>
  bodyLimit({
    maxSize: megabytes * MB,
    onError: (c) => c.json({ message: "Request size limit exceeded" }, 413),
  });

/** The bytes of a form beside its file: the heads of the parts and the fields. */
const FORM = MB;

/**
 * Refuses bodies of Storage beyond the largest file and its form, as Storage words it. The buckets
 * that allow less say so when the file has arrived.
 */
export const limitUpload = (largestFile: number) =>
  bodyLimit({
    maxSize: largestFile + FORM,
    onError: () =>
      refusal(
        413,
        "EntityTooLarge",
        "The object exceeded the maximum allowed size",
        "Payload too large",
      ),
  });

/**
 * Answers 413 instead of more than 10 MB. An answer of unknown length is read up to the limit,
 * because counting the bytes as they pass costs more than the rest of the gateway.
 */
export async function limitAnswer(answer: Response): Promise<Response> {
  const { body, headers } = answer;
  const length = headers.get("content-length");
  if (!body || length !== null) {
    if (!body || Number(length) <= MAX_ANSWER) return new Response(body, answer);
    void body.cancel();
    return tooLarge();
  }
  const pieces: BlobPart[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER) return tooLarge();
    pieces.push(piece);
  }
  const [whole] = pieces;
  return new Response(pieces.length === 1 ? whole : await new Blob(pieces).bytes(), answer);
}

function tooLarge(): Response {
  const message = "The answer is larger than 10 MB";
  const hint = "Ask for fewer rows or columns.";
  return Response.json({ code: "answer_limit", message, details: null, hint }, { status: 413 });
}

/** Refuses a `select` that multiplies the answer: by its embedded tables or by aliases. */
export const limitSelect: MiddlewareHandler = async (c, next) => {
  const [first = ""] = decode(c.req.path).split("/").filter(Boolean).slice(2);
  // The rows of a function may be of any table.
  const root = first === "rpc" ? "" : first;
  for (const select of c.req.queries("select") ?? []) {
    const refused = selectRefusal(select, root);
    if (refused) return c.json({ ...refused, details: null }, 400);
  }
  return await next();
};

interface Refusal {
  code: string;
  message: string;
  hint: string | null;
}

const embedLimit = (message: string): Refusal => ({ code: "embed_limit", message, hint: null });
const selectLimit = (message: string, hint: string): Refusal => ({
  code: "select_limit",
  message,
  hint,
});

/** Why a `select` is refused, or undefined. */
function selectRefusal(select: string, root: string): Refusal | undefined {
  if (new TextEncoder().encode(select).length > MAX_SELECT) {
    return selectLimit(`select is longer than ${MAX_SELECT} bytes`, "Select fewer columns.");
  }
  const items = itemsOf(select);
  const embeds = items.filter(({ isEmbed }) => isEmbed);
  if (embeds.length > MAX_EMBEDS || embeds.some(({ path }) => path.length >= MAX_DEPTH)) {
    return embedLimit(`At most ${MAX_EMBEDS} tables may be embedded, at most ${MAX_DEPTH} deep`);
  }
  const back = embeds.find(({ name, path }) =>
    comesBack(name, [root, ...path.map((each) => each.name)])
  );
  if (back) {
    return embedLimit(`${back.name} comes back to a table that the select has passed through`);
  }
  const twice = items.find((item, index) =>
    items.slice(0, index).some((other) => namesAgain(item, other))
  );
  return twice && selectLimit(
    `select names ${twice.name} twice`,
    "Name each column and each embedded table once; * names all columns.",
  );
}

/** A column or an embedded table in a `select`. */
interface Item {
  name: string;
  /** The foreign key by which a table is embedded, where the select says it. */
  hint: string;
  isEmbed: boolean;
  /** The embedded tables around it, the outermost first. */
  path: Item[];
}

/** The items of a `select`: `alias:column->path::cast`, `alias:table!hint(...)`, `...table()`. */
function itemsOf(select: string): Item[] {
  const items: Item[] = [];
  let path: Item[] = [];
  let [name, hint, part] = ["", "", "name" as "name" | "hint" | "rest"];
  const take = (isEmbed: boolean) => {
    const item = { name: name.replace(/^\.\.\./, ""), hint, isEmbed, path };
    if (isEmbed || item.name) items.push(item);
    [name, hint, part] = ["", "", "name"];
    return item;
  };
  for (
    const [token] of select.matchAll(/"(?:[^"\\]|\\.)*"|::|->|[(),:!]|(?:[^"(),:!-]|-(?!>))+/g)
  ) {
    const isQuoted = token.startsWith('"');
    const text = isQuoted ? token.slice(1, -1).replace(/\\(.)/gs, "$1") : token.trim();
    if (token === "(") path = [...path, take(true)];
    else if (token === "," || token === ")") {
      take(false);
      if (token === ")") path = path.slice(0, -1);
    } else if (token === ":") [name, hint, part] = ["", "", "name"];
    else if (token === "!") part = "hint";
    else if (token === "::" || token === "->") part = "rest";
    else if (part === "name") name += text;
    // These two choose no foreign key.
    else if (part === "hint" && !/^(inner|left)$/.test(text)) hint += text;
  }
  take(false);
  return items;
}

/** Whether an item repeats another one, under any alias. */
function namesAgain(item: Item, other: Item): boolean {
  if (item.path.at(-1) !== other.path.at(-1) || item.isEmbed !== other.isEmbed) return false;
  const [name, before] = [item.name.toLowerCase(), other.name.toLowerCase()];
  if (item.isEmbed) return name === before && item.hint === other.hint;
  return name === before || name === "*" || before === "*";
}

/** A foreign key may also name a table; its name begins with that of the table. */
const comesBack = (table: string, path: string[]) =>
  path.includes(table) ||
  (path.length > 1 && table.endsWith("_fkey") &&
    path.some((passed) => passed && table.startsWith(`${passed}_`)));

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
