import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore, writtenAt } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst, oldestFirst } from "../../shared/fields/pages.ts";
import { createdOnce, done, f, json, must, part, z } from "../../shared/http/declare.ts";

/** The routes below `/teams/{id}/messages`. */
export const routes = part();

const TeamMessage = z.object({
  id: f.uuid,
  team_id: f.uuid,
  user_id: f.uuid.nullable().openapi({
    description: "The author; null when the account no longer exists.",
  }),
  ...f.shownPersonFields,
  content: z.string().openapi({ example: "Good morning! Who is writing?" }),
  written_at: writtenAt,
  created_at: f.timestamp,
}).openapi("TeamMessage");

const messageColumns = `
  id, team_id, user_id,
  ...profile_cards!team_messages_user_id_fkey(${f.personColumns}), content, written_at, created_at
` as const;

const orderOf = ({ after }: { after?: string }) => after ? oldestFirst : lastWrittenFirst;

routes.list("/teams/{id}/messages", {
  scope: "people",
  operationId: "listTeamMessages",
  summary: "List the chat messages of a team, newest first",
  description:
    "Allowed for the team's members and super admins. The private channel `team:<id>` tells the " +
    "members of new and deleted messages (`message_created`, `message_deleted`).",
  filters: {
    after: f.uuid.optional().openapi({
      description:
        "Only messages that arrived after this one, oldest first. No message that arrives " +
        "later is missed. The message may be deleted, for 90 days.",
    }),
  },
  items: { messages: TeamMessage },
  order: orderOf,
  notFound: {
    description: "The team does not exist, the caller does not belong to its organization, or " +
      "`after` is not a message of the team or was deleted over 90 days ago: list without " +
      "`after`.",
    example: "after: not found",
  },
}, ({ db, params, filters, page, start }) => {
  const from = page.cursor ? start : { ...start, p_after_id: filters.after };
  const rows = db.rpc("list_team_messages", { p_team_id: params.id, ...from });
  return orderOf(filters).order(rows.select(messageColumns));
});

routes.add("POST /teams/{id}/messages", {
  scope: "people",
  operationId: "sendTeamMessage",
  summary: "Send a message to the chat of a team",
  description: "Allowed for the team's members and super admins.",
  body: json(z.object({
    content: f.text(1, 2000).openapi({ example: "Good morning! Who is writing?" }),
    ...clientMade,
  })),
  notFound: "Team",
  answer: createdOnce("The new message", z.object({ message: TeamMessage })),
  refusals: deletedBefore,
}, async ({ db, caller, params, body: { id, content, written_at } }) => {
  const team = params.id;
  const row = await db.rpc("send_team_message", {
    p_team_id: team,
    p_content: content,
    p_id: id,
    p_written_at: written_at,
  }).select(messageColumns);
  const stored = () =>
    db.from("team_messages").select(messageColumns)
      .eq("id", id!).eq("team_id", team).eq("user_id", caller.id).maybeSingle();
  const [sent, isNew] = await insertedOnce("team_messages", row, stored);
  return { body: { message: sent }, isNew };
});

routes.add("DELETE /teams/{id}/messages/{messageId}", {
  scope: "people",
  operationId: "deleteTeamMessage",
  summary: "Delete a chat message",
  description: "Allowed for its author, while a member of the team, for the team's admins and " +
    "for super admins.",
  notFound: ["Team", "Message"],
  answer: done("Message deleted"),
}, async ({ db, params: { id, messageId } }) => {
  must(await db.rpc("delete_team_message", { p_team_id: id, p_message_id: messageId }));
});
