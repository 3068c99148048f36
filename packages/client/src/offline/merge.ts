/** Joins two devices' edits of one object, field by field. Loaded at the first collision. */
import { audience } from "./fields.ts";
import type { Kind } from "./kinds.ts";
import { joinTexts } from "./words.ts";
import { isEqual as isSameValue } from "./writes.ts";

type Fields = Record<string, unknown>;

interface Merged {
  /** The fields to write over the stored ones; a text that asks keeps the stored words. */
  body: Fields;
  /** The fields of which the user has to choose one version, with the device's values. */
  asks: Fields;
  /** Whether nothing is written before the user has chosen, because more people would see it. */
  isHeld: boolean;
  /** The fields that both sides have changed, and that were joined. */
  joined: string[];
}

const isEqual = (a: unknown, b: unknown) => isSameValue(a ?? null, b ?? null);
/** Fields of which the last device wins. */
const devices = ["notebook_id", "written_at"];
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Joins the fields that a device has written with the stored ones; both began from `base`. A field
 * or passage that only one side has changed is taken from that side. `mayBeStored`: the stored text
 * may contain the device's edit, whose answer was lost.
 */
export function merge(
  kind: Kind,
  base: Fields,
  theirs: Fields,
  mine: Fields,
  notebookOf: (id: string) => Fields | undefined,
  mayBeStored = false,
): Merged {
  const merged: Merged = { body: {}, asks: {}, isHeld: false, joined: [] };
  const { body, asks, joined } = merged;
  const isEntry = kind === "journal_entries";
  for (const [name, value] of Object.entries(mine)) {
    const [before, there] = [base[name], theirs[name]];
    // Its author has said it, even where the analysis has found the same.
    const isFound = isEntry && name === "mood";
    if (isEqual(value, there) && !(isFound && theirs.mood_source === "analysis")) continue;
    if (isEqual(value, before) && !(isFound && base.mood_source === "analysis")) continue;
    if (isEqual(before, there) || isFound || devices.includes(name)) body[name] = value;
    else if (isEntry && name === "content" && typeof before === "string") {
      const text = joinTexts(before, String(there), String(value), mayBeStored);
      if (text.text !== there) {
        body[name] = text.text;
        joined.push(name);
      }
      if (text.asks) asks[name] = text.mine;
    } else if (name === "tags" || name === "files") {
      body[name] = together(before, there, value);
      joined.push(name);
    } else if (isEntry && audience.includes(name)) joined.push(name);
    else if (kind === "profile" && [before, there, value].every(isFields)) {
      const parts = merge(kind, before as Fields, there as Fields, value as Fields, notebookOf);
      if (Object.keys(parts.body).length) body[name] = parts.body;
      if (Object.keys(parts.asks).length) asks[name] = parts.asks;
    } else asks[name] = value;
  }
  if (isEntry) share(merged, base, theirs, mine, notebookOf);
  return merged;
}

/**
 * Joins tags, or files by their ids, as a set: the stored ones without those the device removed, and
 * those it added.
 */
function together(before: unknown, there: unknown, value: unknown): unknown[] {
  const [base, stored, own] = [before, there, value].map((each) => (each ?? []) as unknown[]);
  const idOf = (each: unknown) => isFields(each) ? each.id : each;
  const has = (list: unknown[], each: unknown) => list.some((other) => idOf(other) === idOf(each));
  return [
    ...stored!.filter((each) => has(own!, each) || !has(base!, each)),
    ...own!.filter((each) => !has(stored!, each) && !has(base!, each)),
  ];
}

const ranks = ["user", "team", "org", "public"];
const levels = ["metadata_visibility", "content_visibility"];
type Seen = { rank: number; by: unknown };

/** The audience of the title and of the text; where the entry has none, the notebook's. */
function seenBy(entry: Fields, notebookOf: (id: string) => Fields | undefined): Seen[] {
  const id = entry.notebook_id as string | null;
  const [title, text] = levels.map((level): Seen => {
    const own = (entry[level] ?? "user") as string;
    const from = own === "user" && id ? notebookOf(id) : entry;
    if (!from) return { rank: 2, by: id };
    const visibility = (from[level] ?? "user") as string;
    return { rank: ranks.indexOf(visibility), by: from[`${visibility}_id`] ?? null };
  });
  return [title!, text!.rank > title!.rank ? title! : text!];
}

const isWithin = (few: Seen, many: Seen) =>
  !few.rank || many.rank === 3 || few.rank === many.rank && few.by === many.by;

/**
 * Decides who sees the entry: of two changed visibilities the narrower stays, and the user is asked
 * where more people would see it than either side has let, or quite other ones.
 */
function share(
  merged: Merged,
  base: Fields,
  theirs: Fields,
  mine: Fields,
  notebookOf: (id: string) => Fields | undefined,
): void {
  const changed = audience.filter((name) => name in mine && !isEqual(mine[name], base[name]));
  if (!changed.length) return;
  const { body, joined } = merged;
  const rank = (value: unknown) => ranks.indexOf((value ?? "user") as string);
  const own = { ...base, ...mine };
  for (const level of levels.filter((name) => joined.includes(name))) {
    if (rank(mine[level]) < rank(theirs[level])) body[level] = mine[level];
  }
  for (const name of ["team_id", "org_id"].filter((name) => joined.includes(name))) {
    const users = levels.filter((level) => `${({ ...theirs, ...body })[level]}_id` === name);
    if (!users.some((level) => isEqual(theirs[level], { ...theirs, ...body }[level]))) {
      body[name] = mine[name];
    }
  }
  const [before, device, stored, result] = [base, own, theirs, { ...theirs, ...body }]
    .map((each) => seenBy(each, notebookOf)) as [Seen[], Seen[], Seen[], Seen[]];
  const isAsked = result.some((now, level) => {
    const [was, here, there] = [before[level]!, device[level]!, stored[level]!];
    const isOther = here.rank === there.rank && !isWithin(here, there) &&
      !isEqual(here, was) && !isEqual(there, was);
    return isOther || !isWithin(now, here) && !isWithin(now, there);
  });
  if (!isAsked) return;
  merged.isHeld = true;
  for (const name of changed) {
    delete body[name];
    merged.asks[name] = mine[name];
  }
  merged.joined = joined.filter((name) => !audience.includes(name));
}
