/** The tools of entries. */
import { z } from "@hono/zod-openapi";
import { beginningOf } from "../../shared/base/days.ts";
import { sitePage } from "../../shared/base/env.ts";
import { cut } from "../../shared/base/text.ts";
import { found, must } from "../../shared/database/results.ts";
import { clientMade, version } from "../../shared/fields/client-made.ts";
import * as f from "../../shared/fields/basic.ts";
import { lastWrittenFirst, pageOf } from "../../shared/fields/pages.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import { pageInput, tool, zoneOf } from "../../shared/http/tools.ts";
import { invalid } from "../../shared/http/validation.ts";
import { Entry, entryFields, type EntryRow, filters } from "./entry.ts";
import { findEntries, getEntry, listEntries, listOnThisDay } from "./listing.ts";
import { changeEntry, createEntry } from "./writing.ts";

/** How much of an entry a list contains, in characters. */
const EXCERPT = 500;

const card = {
  ...Entry.pick({
    id: true,
    title: true,
    mood: true,
    mood_source: true,
    tags: true,
    notebook_id: true,
    version: true,
    written_at: true,
  }).shape,
  url: z.union([z.string(), z.null()]).openapi({
    description: "The page of the entry in the web app, for the user; null without a web app.",
  }),
};

const EntryCard = z.object({
  ...card,
  excerpt: z.string().openapi({
    description: `The first ${EXCERPT} characters of the content.`,
  }),
});

const FullEntry = z.object({ ...card, content: z.string() });

/** A sealed entry, of which a tool knows no more. */
const SealedCard = z.object({
  id: f.uuid,
  written_at: Entry.shape.written_at,
  sealed: z.literal(true),
})
  .openapi({ description: "An entry of a sealed notebook, which only its members can read." });

const page = pageOf("entries", z.union([EntryCard, SealedCard]));
const one = z.object({ entry: z.union([FullEntry, SealedCard]) });

function cardOf(row: EntryRow) {
  const { id, title, mood, mood_source, tags, notebook_id, version, written_at } = row;
  const url = sitePage(`/journal/${id}`)?.href ?? null;
  return { id, title, mood, mood_source, tags, notebook_id, version, written_at, url };
}

const sealedOf = ({ id, written_at }: EntryRow) => ({ id, written_at, sealed: true as const });

const fullOf = (row: EntryRow) =>
  row.is_sealed ? sealedOf(row) : { ...cardOf(row), content: row.content! };

const entryCardOf = (row: EntryRow) =>
  row.is_sealed ? sealedOf(row) : { ...cardOf(row), excerpt: cut(row.content!, EXCERPT) };

/** The answer of a list, from the rows and one more than were asked for. */
const pageFrom = (rows: EntryRow[], limit: number) => {
  const { entries, next_cursor } = lastWrittenFirst.page("entries", rows, limit);
  return { entries: entries.map(entryCardOf), next_cursor };
};

/** The filters of the user's own entries. */
const { q, from, to, tag, mood, notebook_id } = filters.shape;
const own = {
  from: from.openapi({
    description: "Only entries of this day (`YYYY-MM-DD`, where the user is) or later.",
  }),
  to: to.openapi({
    description: "Only entries before this day: the day after the last wanted day.",
  }),
  tag,
  mood,
  notebook_id,
  ...pageInput,
};

type Call = CallerEnv["Variables"];

/** The filters of a tool; a day begins where the user is. */
type Given = Omit<z.output<typeof filters>, "scope"> & { limit: number; cursor?: string };

/** The filters with the beginnings of their days. */
async function asAsked(call: Call, { from, to, ...given }: Given): Promise<Given> {
  const isDay = (moment?: string) => moment !== undefined && moment.length === 10;
  const zone = isDay(from) || isDay(to) ? await zoneOf(call) : "UTC";
  const begin = async (moment?: string) =>
    isDay(moment) ? await beginningOf(moment!, zone) : moment;
  return { ...given, from: await begin(from), to: await begin(to) };
}

async function listOwn({ db }: Call, { limit, cursor, ...filters }: Given) {
  const start = lastWrittenFirst.args({ limit, cursor });
  return pageFrom(must(await listEntries(db, { scope: "own", ...filters }, start)), limit);
}

/** Whether a query excludes a word or names a phrase: then no entry without these is wanted. */
const isExact = (query: string) => /"|(?<!\S)-\S/.test(query);

/** Entries with all words of the query, latest first, and after them those with the most telling. */
async function searchOwn(call: Call, given: Given & { q: string }) {
  const page = await listOwn(call, given);
  const { q, limit, cursor } = given;
  if (cursor || page.next_cursor || page.entries.length === limit || isExact(q)) return page;
  const known = new Set(page.entries.map(({ id }) => id));
  const found = await findEntries(call.db, given, limit);
  // Very many long entries may take too long: then the entries with all words stay.
  if (found.error?.code === "57014") return page;
  const about = must(found).map(entryCardOf);
  const entries = [...page.entries, ...about.filter(({ id }) => !known.has(id))].slice(0, limit);
  return { entries, next_cursor: null };
}

const writable = entryFields.pick({
  title: true,
  content: true,
  mood: true,
  tags: true,
  notebook_id: true,
});

export const tools = [
  tool({
    name: "search_entries",
    title: "Search entries",
    description:
      "Finds the user's own journal entries about a question, in its words or as a few " +
      "words: first the entries with all words, in any inflection, latest first, then those with " +
      "the most telling ones, of which an entry may lack some. Without an entry the journal has " +
      "nothing in these words: search again with words of the same meaning. It looks at titles " +
      'and contents: `tag` and `list_entries` find what a tag says alone. A `"phrase"` and a ' +
      "`-word` hold for every entry.",
    input: z.object({ query: q.unwrap(), ...own }),
    output: page,
    scopes: ["journal:read"],
    reads: true,
    dated: true,
    run: async (call, { query, ...rest }) =>
      await searchOwn(call, { ...await asAsked(call, rest), q: query }),
  }),
  tool({
    name: "list_entries",
    title: "List entries",
    description: "Lists the user's own journal entries, latest first: of some days, with a tag, " +
      "with a mood, or in a notebook. `mood_source` is `author` for a mood that the user gave, " +
      "and `analysis` for a mood that the service found in the text.",
    input: z.object(own),
    output: page,
    scopes: ["journal:read"],
    reads: true,
    dated: true,
    run: async (call, given) => await listOwn(call, await asAsked(call, given)),
  }),
  tool({
    name: "read_entry",
    title: "Read an entry",
    description: "Reads one of the user's own journal entries in full. `mood_source` is `author` " +
      "for a mood that the user gave, and `analysis` for a mood that the service found.",
    input: z.object({ id: f.uuid }),
    output: one,
    scopes: ["journal:read"],
    reads: true,
    async run({ db, caller }, { id }) {
      return { entry: fullOf(found(await getEntry(db, id, caller.id), "Entry")) };
    },
  }),
  tool({
    name: "on_this_day",
    title: "On this day",
    description: "Lists the user's own journal entries of the same day in former years, latest " +
      "first.",
    input: z.object({
      date: f.date.optional().openapi({ description: "Default today." }),
      ...pageInput,
    }),
    output: page,
    scopes: ["journal:read"],
    reads: true,
    async run({ db }, { date, limit, cursor }) {
      const start = lastWrittenFirst.args({ limit, cursor });
      return pageFrom(must(await listOnThisDay(db, date, start)), limit);
    },
  }),
  tool({
    name: "write_entry",
    title: "Write an entry",
    description: "Creates a journal entry, which nobody but the user sees, or changes the given " +
      "fields of one: an `id` of an entry changes it, any other makes a new entry with this id. " +
      "The same call again changes nothing more. A new entry needs a title and a content. A mood " +
      "that you give becomes the user's own word: give only a mood that the user has told you. " +
      "Without one, a mood of the user stays when the content changes, and the service looks for " +
      "the mood of any other entry itself. " +
      "Refuses (`shared`) entries and notebooks that others see.",
    input: writable.partial().extend({
      ...clientMade,
      id: clientMade.id.openapi({
        description: "A UUID that you make for a new entry, or the id of an entry to change.",
      }),
      written_at: clientMade.written_at.openapi({
        description: "When the user wrote it, of a new entry; default now.",
      }),
      version: version.optional().openapi({
        description: "The version of the entry that you have read: refuses (`changed_meanwhile`) " +
          "to replace a later one.",
      }),
    }),
    output: one,
    scopes: ["journal:write"],
    replaces: true,
    async run({ db, caller }, { id, version, written_at, ...fields }) {
      const known = id !== undefined && must(await getEntry(db, id, caller.id));
      if (known) {
        const options = {
          versions: version === undefined ? undefined : [version],
          unshared: true,
          keepMood: true,
        };
        return { entry: fullOf(await changeEntry(db, id, fields, options)) };
      }
      const { data, error } = writable.safeParse(fields);
      if (error) throw invalid(error, "arguments");
      const sent = { ...data, id, written_at };
      const [row] = await createEntry(db, caller.id, sent, { unshared: true });
      return { entry: fullOf(row) };
    },
  }),
];
