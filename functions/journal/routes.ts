import { deletedBefore } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import {
  createdOnce,
  done,
  found,
  ifMatch,
  json,
  must,
  ok,
  part,
  z,
} from "../../shared/http/declare.ts";
import {
  changedEntry,
  Entry,
  EntryInFull,
  entryRefusals,
  filters,
  inFull,
  newEntry,
  toEntries,
} from "./entry.ts";
import { getEntry, listEntries } from "./listing.ts";
import { changeEntry, createEntry } from "./writing.ts";

export const routes = part();

const oneEntry = z.object({ entry: EntryInFull });

const unknownTarget = {
  400: {
    description: "The input is invalid, or the notebook, the team or the organization is not the " +
      "caller's or no longer exists; `fields` names which.",
    codes: ["invalid_input"],
    example: "notebook_id: not found",
  },
} as const;

routes.list("/journal", {
  scope: "journal",
  operationId: "listEntries",
  summary: "List the entries visible to the caller, newest first",
  description: "Where the caller may not read the content, `content` is null and " +
    "`content_hidden` true. Hidden content is not searched, and nothing of sealed entries is.",
  filters: filters.shape,
  items: { entries: Entry },
  order: lastWrittenFirst,
}, async ({ db, filters, start }) => {
  const page = await listEntries(db, filters, start);
  return page.error ? page : { ...page, data: await toEntries(page.data) };
});

routes.add("GET /journal/{id}", {
  scope: "journal",
  operationId: "getEntry",
  summary: "Get an entry",
  description: "When the caller may not read the content, `content` is null and " +
    "`content_hidden` true.",
  versioned: true,
  notFound: "Entry",
  answer: ok("The entry", oneEntry),
}, async ({ db, params }) => {
  return { entry: await inFull(db, found(await getEntry(db, params.id), "Entry")) };
});

routes.add("POST /journal", {
  scope: "journal",
  operationId: "createEntry",
  summary: "Create an entry",
  description: "The content notifies users whose `@handle` it mentions, if they may read it (20 " +
    "mentions a day from one author to one user). Without a mood, a model looks for one in the " +
    "content; it is in this answer if the analysis is quick, otherwise in a later one. Nothing " +
    "is analyzed with `mood_analysis_enabled: false` in the profile, and past 60 entries of an " +
    "author within an hour.",
  body: json(newEntry),
  answer: createdOnce("The new entry", oneEntry),
  refusals: {
    ...deletedBefore,
    ...unknownTarget,
    ...entryRefusals,
    409: {
      ...entryRefusals[409],
      description: `The \`id\` belongs to something else, or t${
        entryRefusals[409].description.slice(1)
      }`,
      codes: [...entryRefusals[409].codes, "id_taken"],
    },
  },
}, async ({ db, caller, body: sent }) => {
  const [row, isNew] = await createEntry(db, caller.id, sent);
  return { body: { entry: await inFull(db, row) }, isNew };
});

routes.add("PUT /journal/{id}", {
  scope: "journal",
  operationId: "updateEntry",
  summary: "Update an entry",
  description: "Changes only the given fields; allowed for the author. A null mood clears the " +
    "mood. A changed content without a mood is analyzed like a new entry, and a found tone " +
    "replaces the mood. Until then, and when none is found, a mood of the author stays; a mood " +
    "from the former content becomes null at once. To keep the author's mood, send it along with " +
    "the new content. `written_at` moves the entry to another day: streaks, insights and the " +
    "track follow. Moving an entry into a sealed notebook takes `sealed` and erases what the " +
    "service has kept of its text; moving it out takes the open fields. Both, and every change of " +
    "a sealed entry, need `If-Match` with one version.",
  versioned: true,
  body: json(changedEntry),
  notFound: "Entry",
  answer: ok("The updated entry", oneEntry),
  refusals: {
    ...unknownTarget,
    ...entryRefusals,
    428: "A change of a sealed entry, or into a sealed notebook, comes without `If-Match`.",
  },
}, async ({ c, db, params, body: sent }) => {
  const row = await changeEntry(db, params.id, sent, { versions: ifMatch(c) });
  return { entry: await inFull(db, row) };
});

routes.add("DELETE /journal/{id}", {
  scope: "journal",
  operationId: "deleteEntry",
  summary: "Delete an entry",
  versioned: true,
  notFound: "Entry",
  answer: done("Entry deleted"),
}, async ({ c, db, params: { id } }) => {
  must(await db.rpc("delete_journal_entry", { p_entry_id: id, p_versions: ifMatch(c) }));
  deleteFilesAfterAnswer();
});

const Progress = z.object({
  processed: z.int().openapi({ description: "Entries examined by this call.", example: 500 }),
  updated: z.int().openapi({
    description: "Examined entries that contain a mention.",
    example: 120,
  }),
  remaining: z.int().openapi({
    description: "Entries that are left; repeat the call until it is 0.",
    example: 700,
  }),
}).openapi("MentionsProgress");

routes.add("POST /journal/backfill-mentions", {
  scope: "journal",
  operationId: "backfillMentions",
  summary: "Index the mentions of older entries",
  description: "Examines up to 500 of the caller's entries that have not been examined yet. " +
    "Nobody is notified of these mentions.",
  answer: ok("The progress", Progress),
}, async ({ db }) => must(await db.rpc("backfill_mentions").single()));
