import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import {
  Attachment,
  attachmentsOf,
  attachmentUrls,
  Picture,
} from "../../shared/fields/attachment.ts";
import * as f from "../../shared/fields/basic.ts";
import { clientMade, version, writtenAt } from "../../shared/fields/client-made.ts";
import { endOfPage } from "../../shared/fields/pages.ts";
import { sealedAnswer, sealedText, sealedWriting } from "../../shared/fields/sealed.ts";
import { Track } from "../../shared/fields/track.ts";
import { target, visibility } from "../../shared/fields/visibility.ts";
import { publicUrl } from "../../shared/files/addresses.ts";
import { Mention, moodSource } from "./fields.ts";

const tag = f.text(1, 50);

/** The refusals of a route that writes text. */
export const tooMuchText = {
  409: {
    description: "The caller's texts take up as much as a user's may (`texts_limit_mb`, 2 GB).",
    codes: ["storage_full"],
    example: "Texts take up at most 2048 MB, delete some first",
  },
  429: {
    description: "The caller has written 200 MB of text, made 10,000 entries or edited entries " +
      "5,000 times today (UTC).",
    codes: ["daily_quota_reached"],
    example: "At most 5000 edits of entries a day (UTC)",
  },
} as const;

/** A tone or free text. */
const mood = f.text(1, 50);

/** The kinds of reactions to an entry. */
export const reaction = z.enum(["heart", "clap", "hug", "laugh", "fire", "think"])
  .openapi("Reaction");

/** The reactions to an entry. */
export const reactions = z.record(z.string(), z.int()).openapi({
  description: "How many there are of each kind that somebody has chosen.",
  example: { heart: 2, fire: 1 },
});

/** The content of the entry in the document. */
const words = "Ran along the river with @ben before work.";

/** An entry as the caller may see it. */
export const Entry = z.object({
  id: f.uuid,
  user_id: f.uuid.openapi({ description: "The author." }),
  author: f.PersonCard,
  title: z.string().openapi({ example: "First frost" }),
  content: z.string().nullable().openapi({
    description: "Null when the caller may not read it.",
    example: words,
  }),
  content_hidden: z.boolean().openapi({
    description: "True when the caller may not read the content.",
    example: false,
  }),
  mood: z.string().nullable().openapi({ example: "grateful" }),
  mood_source: moodSource,
  tags: z.array(z.string().openapi({ example: "running" })),
  notebook_id: f.uuid.nullable().openapi({ example: null }),
  notebook: z.union([z.object({ id: f.uuid, name: z.string() }).openapi("NotebookName"), z.null()])
    .openapi({
      description: "Null without a notebook, and when the caller may not see it.",
      example: null,
    }),
  metadata_visibility: visibility.openapi({ description: "The author's setting." }),
  content_visibility: visibility.openapi({ description: "The author's setting." }),
  effective_metadata_visibility: visibility.openapi({
    description: "The visibility of everything but the content: the entry's own, or the " +
      "notebook's where the entry's is `user`.",
  }),
  effective_content_visibility: visibility.openapi({
    description: "The visibility of the content, from the entry or its notebook; never wider " +
      "than that of the metadata.",
  }),
  team_id: f.uuid.nullable().openapi({ example: null }),
  org_id: f.uuid.nullable().openapi({ example: null }),
  effective_team_id: f.uuid.nullable().openapi({
    description: "The team whose members see the entry: set when " +
      "`effective_metadata_visibility` is `team`.",
    example: null,
  }),
  effective_org_id: f.uuid.nullable().openapi({
    description: "The organization whose members see the entry: set when " +
      "`effective_metadata_visibility` is `org`.",
    example: null,
  }),
  mentions: z.array(Mention).openapi({
    description: "The first 200 mentions in the content; empty when the content is hidden.",
  }),
  spotify_track_id: z.string().nullable(),
  track: z.union([Track, z.null()]).openapi({
    description: "The last track that the author had played when the entry was written.",
    example: null,
  }),
  tone_image_url: z.string().nullable().openapi({
    format: "uri",
    description: "The image of the mood in the caller's active tone pack; null when there is none.",
  }),
  comment_count: z.int().openapi({
    description: "0 when the content is hidden. Leaves out people who block the caller or whom " +
      "the caller blocks.",
    example: 2,
  }),
  reactions: reactions.openapi({ description: "Empty when the content is hidden." }),
  own_reaction: z.union([reaction, z.null()]).openapi({ example: "heart" }),
  attachment_count: z.int().openapi({ description: "0 when the content is hidden.", example: 1 }),
  picture: z.union([Picture, z.null()]).openapi({
    description: "The first picture among the attachments; null when the content is hidden.",
  }),
  version,
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
  ...sealedAnswer,
}).openapi("Entry");

/** An entry with all its attachments. */
export const EntryInFull = Entry.extend({ attachments: z.array(Attachment) }).openapi(
  "EntryInFull",
);

/** An entry as the database hands it out, with paths in place of addresses. */
export const EntryRow = Entry.omit({ tone_image_url: true }).extend({
  ...endOfPage,
  tone_image_path: z.string().nullable(),
  picture: Picture.omit({ thumbnail_url: true })
    .extend({ thumbnail_path: z.string().nullable() }).nullable(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/**
 * The entries of rows, with addresses in place of the paths of images. A copy without a name costs
 * several times as much as one where it is undefined, which JSON leaves out.
 */
export async function toEntries(rows: EntryRow[]) {
  const urls = await attachmentUrls(rows.map(({ picture }) => picture?.thumbnail_path ?? null));
  return rows.map((row) => ({
    ...row,
    tone_image_path: undefined,
    tone_image_url: row.tone_image_path && publicUrl("tone-packs", row.tone_image_path),
    picture: row.picture && {
      ...row.picture,
      thumbnail_path: undefined,
      thumbnail_url: urls(row.picture.thumbnail_path),
    },
  }));
}

/** The entry of a row with its attachments. */
export async function inFull(db: Db, row: EntryRow) {
  const [[entry], attachments] = await Promise.all([
    toEntries([row]),
    row.attachment_count > 0 ? attachmentsOf(db, row.id) : [],
  ]);
  return { ...entry!, attachments };
}

/** The fields that the author of an entry writes. */
export const entryFields = z.object({
  title: f.entryTitle.openapi({
    description: "May be empty; show the first line of the content then.",
    example: "First frost",
  }),
  content: f.text(0, 100_000).openapi({
    description: "May be empty. `@handle` and `#tag` become mentions.",
    example: words,
  }),
  mood: mood.nullish().openapi({
    description: "A tone or free text; null for none.",
    example: "grateful",
  }),
  tags: z.array(tag).max(20).nullable().transform((tags) => tags ?? []).optional().openapi({
    description: "Null for none.",
    example: ["running"],
  }),
  notebook_id: f.uuid.nullish().openapi({
    description:
      "A notebook of the caller, or a sealed one of which the caller is a member; null " +
      "for none.",
    example: null,
  }),
  metadata_visibility: visibility.nullish().openapi({
    description: "The readers of the entry's title, mood and tags. `user` (the default) and null " +
      "inherit the notebook's setting.",
  }),
  content_visibility: visibility.nullish().openapi({
    description: "The readers of the content, among the readers of the metadata. `user` (the " +
      "default) and null inherit the notebook's setting.",
    example: "user",
  }),
  ...target,
});

/** The field that stands in place of the open ones in a sealed notebook. */
const sealed = f.absentIfNull(sealedText).openapi({
  description: "In a sealed notebook, in place of title, content, mood and tags: a record of at " +
    "most 512 KiB, sealed under the newest key for this entry, this author and the version that " +
    "it will have.",
  example: null,
});

const isMissing = (value: unknown) => value === undefined;

/** The fields of a new entry: the open ones with title and content, or `sealed`. */
export const newEntry = entryFields.extend({ ...clientMade, sealed })
  .partial({ title: true, content: true })
  .superRefine((fields, context) => {
    for (const name of ["title", "content"] as const) {
      if (fields.sealed || !isMissing(fields[name])) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: "required",
        params: { code: "required" },
      });
    }
  });

/** The fields of a change: the open ones, or `sealed`, with or without another time. */
export const changedEntry = f.partial(entryFields.extend({
  sealed,
  written_at: clientMade.written_at.openapi({
    description: "Another time of the entry; that of a sealed entry changes together with " +
      "`sealed` alone.",
    example: "2026-11-28T08:30:00+00:00",
  }),
}));

/** The refusals of a route that writes entries, sealed ones among them. */
export const entryRefusals = {
  ...tooMuchText,
  403: {
    description: "The caller sees the entry and is not its author. Nobody but its author in " +
      "person, without a classroom account, writes a sealed entry.",
    codes: ["forbidden", "impersonated", "token_refused"],
    example: "Only its author may change or share an entry",
  },
  409: {
    ...tooMuchText[409],
    description:
      `${tooMuchText[409].description} ${sealedWriting.description} Its entries follow ` +
      "a sealed notebook, and no entry with comments or attachments moves in or out.",
    codes: [
      ...tooMuchText[409].codes,
      ...sealedWriting.codes,
      "sealed",
      "has_attachments",
      "has_comments",
    ],
  },
} as const;

/** The filters of a list of entries, which are combined with "and". */
export const filters = z.object({
  scope: z.enum(["own", "team", "org", "public", "friends", "all"]).openapi("EntryScope").default(
    "all",
  )
    .openapi({
      description: "The caller's own entries, entries shared with the caller's teams or " +
        "organizations, public entries, those of friends, or all of these. For a super admin " +
        "`all` is every entry, and `friends` what others see of their friends' entries.",
    }),
  notebook_id: f.uuid.optional().openapi({ description: "Only entries in this notebook." }),
  team_id: f.uuid.optional().openapi({
    description: "Only entries whose `effective_team_id` is this team.",
  }),
  org_id: f.uuid.optional().openapi({
    description: "Only entries whose `effective_org_id` is this organization.",
  }),
  user_id: f.uuid.optional().openapi({ description: "Only entries by this author." }),
  tag: tag.optional().openapi({
    description: "Only entries with exactly this tag.",
    example: "running",
  }),
  mood: mood.optional().openapi({
    description: "Only entries with this mood, ignoring case.",
    example: "grateful",
  }),
  q: f.text(1, 200).optional().openapi({
    description: "Only entries with these words in the title, or in the content where the caller " +
      'may read it: `river run`, `"along the river"`, `river or lake`, `river -work`.',
    example: '"along the river" -work',
  }),
  from: f.moment.optional().openapi({
    description: "Only entries written at this time or later: a timestamp, or a date in UTC.",
    example: "2026-11-01T00:00:00Z",
  }),
  to: f.moment.optional().openapi({
    description: "Only entries written before this time: a timestamp, or a date in UTC.",
    example: "2026-12-01T00:00:00Z",
  }),
});
