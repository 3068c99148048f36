import { oldestFirst } from "../../shared/fields/pages.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { sealedAnswer, sealedText, sealedWriting } from "../../shared/fields/sealed.ts";
import { createdOnce, done, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { reaction, reactions } from "./entry.ts";

/** The routes of comments and reactions, below `/journal/{id}`. */
export const routes = part();

const Comment = z.object({
  id: f.uuid,
  entry_id: f.uuid,
  user_id: f.uuid.openapi({ description: "The author of the comment." }),
  author: f.PersonCard,
  content: z.string().openapi({ example: "The fog was here too." }),
  created_at: f.timestamp,
  ...sealedAnswer,
}).openapi("EntryComment");

const commentColumns = `
  id, entry_id, user_id,
  author:profile_cards!journal_comments_user_id_fkey(${f.cardColumns}), content, created_at, sealed
` as const;

/** A comment as an answer shows it. */
const shown = <T extends { sealed: unknown }>(row: T) => ({
  ...row,
  is_sealed: row.sealed !== null,
  sealed: row.sealed as z.infer<typeof Comment>["sealed"],
});

const notSeen = {
  description: "The entry does not exist, the caller may not read its content, or its author " +
    "and the caller do not hear each other.",
  example: "Entry not found",
};

const notShared = {
  description: "Only its author reads the entry.",
  codes: ["not_shared"],
  example: "Only its author reads this entry: share it first",
} as const;

routes.list("/journal/{id}/comments", {
  scope: "journal",
  operationId: "listEntryComments",
  summary: "List the comments on an entry, oldest first",
  description: "For readers of the content. Leaves out comments of people who block the caller " +
    "or whom the caller blocks.",
  items: { comments: Comment },
  order: oldestFirst,
  notFound: notSeen,
}, ({ db, params, start }) => {
  const page = db.rpc("list_entry_comments", { p_entry_id: params.id, ...start });
  return oldestFirst.order(page.select(commentColumns));
}, shown);

routes.add("POST /journal/{id}/comments", {
  scope: "journal",
  operationId: "createEntryComment",
  summary: "Comment on an entry",
  description: "Allowed for readers of the content. The author of the entry is notified once a " +
    "day for each entry. Past 60 comments an hour the answer is 429. On a sealed entry its members " +
    "comment, with `sealed` in place of `content`.",
  body: json(
    z.object({
      content: f.absentIfNull(f.text(1, 2000)).openapi({ example: "The fog was here too." }),
      id: clientMade.id,
      sealed: f.absentIfNull(sealedText).openapi({
        description: "On a sealed entry, in place of `content`: a record of at most 11,864 bytes.",
        example: null,
      }),
    }).refine(({ content, sealed }) => content !== undefined || sealed !== undefined, {
      path: ["content"],
      error: "required",
      params: { code: "required" },
    }),
  ),
  answer: createdOnce("The new comment", z.object({ comment: Comment })),
  notFound: notSeen,
  refusals: {
    ...deletedBefore,
    409: {
      description: "Only its author reads the entry, or another object has the `id`. " +
        sealedWriting.description,
      codes: ["not_shared", "id_taken", ...sealedWriting.codes],
      example: notShared.example,
    },
    403: {
      description: "Only a member in person comments on a sealed entry.",
      codes: ["forbidden", "impersonated", "token_refused"],
      example: "Only the user may do this, not a personal token",
    },
    429: "The caller has written 60 comments within an hour.",
  },
}, async ({ db, caller, params, body: { id, content, sealed } }) => {
  const stored = db.from("journal_comments").select("id")
    .eq("id", id!).eq("entry_id", params.id).eq("user_id", caller.id).maybeSingle();
  const isNew = id === undefined || must(await stored) === null;
  const comment = must(
    await db.rpc("add_entry_comment", {
      p_entry_id: params.id,
      p_content: content,
      p_id: id,
      p_sealed: sealed,
    }).select(commentColumns),
  );
  return { body: { comment: shown(comment) }, isNew };
});

routes.add("DELETE /journal/{id}/comments/{commentId}", {
  scope: "journal",
  operationId: "deleteEntryComment",
  summary: "Delete a comment",
  description: "Allowed for the author of the comment, also when the caller no longer sees the " +
    "entry, and for the author of the entry.",
  notFound: ["Entry", "Comment"],
  answer: done("Comment deleted"),
}, async ({ db, params: { id, commentId } }) => {
  must(await db.rpc("delete_entry_comment", { p_entry_id: id, p_comment_id: commentId }));
});

const Reacted = z.object({ reaction, reactions }).openapi("Reacted");

routes.add(
  "PUT /journal/{id}/reaction",
  {
    scope: "journal",
    operationId: "reactToEntry",
    summary: "React to an entry",
    description: "Replaces the caller's former reaction. Allowed for readers of the content; the " +
      "author is notified once a day for each entry.",
    body: json(z.object({ reaction })),
    answer: ok("The reaction, and all reactions to the entry", Reacted),
    notFound: notSeen,
    refusals: {
      409: notShared,
      429: {
        description: "The caller has reacted as often today (UTC) as the quota allows.",
        codes: ["daily_quota_reached"],
      },
    },
  },
  async ({ db, params, body }) =>
    must(await db.rpc("react_to_entry", { p_entry_id: params.id, p_reaction: body.reaction })),
);

routes.add("DELETE /journal/{id}/reaction", {
  scope: "journal",
  operationId: "deleteReaction",
  summary: "Take back the reaction to an entry",
  answer: done("Reaction deleted"),
  notFound: { description: "The caller has not reacted to it.", example: "Reaction not found" },
}, async ({ db, caller, params }) => {
  const deletion = db.from("journal_reactions").delete()
    .eq("entry_id", params.id).eq("user_id", caller.id);
  found(await deletion.select("reaction").maybeSingle(), "Reaction");
});
