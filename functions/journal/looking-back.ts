import { endOfPage, lastWrittenFirst, newestFirst } from "../../shared/fields/pages.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import { done, f, ifMatch, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { aiIsConfigured } from "../../shared/providers/openai-call.ts";
import { Entry, entryFields, EntryInFull, inFull, toEntries, tooMuchText } from "./entry.ts";
import { sealedAnswer } from "../../shared/fields/sealed.ts";
import { listOnThisDay } from "./listing.ts";
import { withMood, Written } from "./mood.ts";

/** The routes of entries of former years and of the former texts of an entry. */
export const routes = part();

routes.list("/journal/on-this-day", {
  scope: "journal",
  operationId: "listEntriesOnThisDay",
  summary: "List the caller's entries of the same day in former years, newest first",
  description: "Days are those of the time zone of the caller's profile. An entry of 29 February " +
    "is listed on 29 February, and on 28 February in years without that day; entries of 28 " +
    "February are listed on 28 February alone.",
  filters: {
    date: f.date.optional().openapi({
      description: "The day whose former years are meant; default today.",
      example: "2026-11-22",
    }),
  },
  items: { entries: Entry },
  order: lastWrittenFirst,
}, async ({ db, filters, start }) => {
  const page = await listOnThisDay(db, filters.date, start);
  return page.error ? page : { ...page, data: await toEntries(page.data) };
});

const EntryVersion = z.object({
  id: f.uuid,
  entry_id: f.uuid,
  title: z.string().openapi({ example: "First frost" }),
  content: z.string().openapi({ example: "Ran along the river." }),
  created_at: f.timestamp.openapi({ description: "When another text replaced this one." }),
  sealed: sealedAnswer.sealed,
  written_at: f.timestamp.nullable().openapi({
    description: "The time for which a former record was written; null for an open text.",
    example: null,
  }),
}).openapi("EntryVersion");

const refusals = {
  403: {
    description: "The caller sees the entry and is not its author, or is a super admin acting as " +
      "the user.",
    codes: ["forbidden", "impersonated"],
    example: "Only its author reads the former texts of an entry",
  },
} as const;

routes.list(
  "/journal/{id}/versions",
  {
    auth: "account_holder",
    operationId: "listEntryVersions",
    summary: "List the former texts of an entry, latest first",
    description: "The texts before changes of title or content, for the author alone. Changes " +
      "within ten minutes keep one text, that before the first of them. The last 50 are kept, for " +
      "90 days.",
    notFound: "Entry",
    items: { versions: EntryVersion },
    order: newestFirst,
    refusals,
  },
  async ({ db, params, start }) =>
    shaped(
      z.array(EntryVersion.extend(endOfPage)),
      await db.rpc("list_entry_versions", { p_entry_id: params.id, ...start }),
    ),
);

routes.add("POST /journal/{id}/versions/{versionId}/restore", {
  auth: "account_holder",
  operationId: "restoreEntryVersion",
  summary: "Give an entry a former text again",
  description: "Sets title and content, like `PUT /journal/{id}`: the text that it replaces is " +
    "always kept, mentions count, and a changed content is analyzed, unless the request has a " +
    "`mood`. A client sends the mood of an entry along whose `mood_source` is `author`.",
  versioned: true,
  body: json(entryFields.pick({ mood: true }), { optional: true }),
  notFound: ["Entry", "Version"],
  answer: ok("The entry", z.object({ entry: EntryInFull })),
  refusals: {
    ...refusals,
    ...tooMuchText,
    409: {
      ...tooMuchText[409],
      description: `${
        tooMuchText[409].description
      } Or the entry is sealed: its author writes it anew.`,
      codes: [...tooMuchText[409].codes, "sealed"],
    },
  },
}, async ({ c, db, params, body }) => {
  const restored = await db.rpc("restore_entry_version", {
    p_entry_id: params.id,
    p_version_id: params.versionId,
    p_versions: ifMatch(c),
    p_analyze: aiIsConfigured(),
    p_changes: body,
  });
  const row = must(shaped(Written, restored));
  // A change of the content deletes the background.
  deleteFilesAfterAnswer();
  return { entry: await inFull(db, await withMood(row)) };
});

routes.add("DELETE /journal/{id}/versions", {
  auth: "account_holder",
  operationId: "forgetEntryVersions",
  summary: "Forget the former texts of an entry",
  description: "The entry itself stays as it is.",
  notFound: "Entry",
  answer: done("Former texts deleted"),
  refusals,
}, async ({ db, params }) => {
  must(await db.rpc("forget_entry_versions", { p_entry_id: params.id }));
});
