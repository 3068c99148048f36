import { z } from "@hono/zod-openapi";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { must } from "../../shared/database/results.ts";
import { idParam, message, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { clientMade, deletedBefore, writtenAt } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst, oldestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { createdOnce, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** The routes below `/teams/{id}/messages`. */
export const messages = part();

const TeamMessage = z.object({
  id: uuid,
  team_id: uuid,
  user_id: uuid.nullable().openapi({
    description: "The author; null when the account no longer exists.",
  }),
  handle: z.string().nullable(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  content: z.string(),
  written_at: writtenAt,
  created_at: timestamp,
}).openapi("TeamMessage");

const example: z.input<typeof TeamMessage> = {
  id: "e3a1c5d7-9b2f-4068-a4c3-7d6e5f4b3a29",
  team_id: "0d5b7f92-6c3e-4a18-b7d4-5e9f1a2c8b60",
  user_id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  handle: "ana_ruiz",
  full_name: "Ana Ruiz",
  avatar_url: "https://example.com/ana.png",
  content: "Good morning! Who is writing?",
  written_at: "2026-11-21T08:30:00.123456+00:00",
  created_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = `
  id, team_id, user_id,
  ...profile_cards!team_messages_user_id_fkey(handle, full_name, avatar_url), content,
  written_at, created_at
`;

messages.openapi(
  route({
    method: "get",
    path: "/teams/{id}/messages",
    auth: "user",
    operationId: "listTeamMessages",
    summary: "List the chat messages of a team, newest first",
    description:
      "Allowed for the team's members and super admins. New and deleted messages are also " +
      "published in real time, as inserts and deletes of the table `team_messages`; a delete " +
      "carries the id alone.",
    params: idParam,
    query: pageQuery.extend({
      after: uuid.optional().openapi({
        description:
          "Only messages that arrived after this one, oldest first. No message that arrives " +
          "later is missed. The message may be deleted, for 90 days.",
      }),
    }),
    answer: ok("A page of messages", pageOf("messages", TeamMessage), {
      messages: [example],
      next_cursor: null,
    }),
    refusals: {
      404: {
        description:
          "The team does not exist, the caller does not belong to its organization, or " +
          "`after` is no message of the team, or one that was deleted over 90 days ago: list " +
          "without `after`.",
        example: "after: not found",
      },
    },
  }),
  async (c) => {
    const { limit, cursor, after } = c.req.valid("query");
    const p_team_id = c.req.valid("param").id;
    if (after !== undefined) {
      const at = oldestFirst.position(cursor);
      const page = c.var.db.rpc("list_team_messages", {
        p_team_id,
        p_after_at: at?.created_at,
        p_after_id: at?.id ?? after,
        p_limit: limit + 1,
      });
      const rows = must(await oldestFirst.order(page.select(columns)));
      return c.json(oldestFirst.page("messages", rows, limit), 200);
    }
    const page = c.var.db.rpc("list_team_messages", {
      p_team_id,
      ...lastWrittenFirst.args({ limit, cursor }),
    });
    const rows = must(await lastWrittenFirst.order(page.select(columns)));
    return c.json(lastWrittenFirst.page("messages", rows, limit), 200);
  },
);

messages.openapi(
  route({
    method: "post",
    path: "/teams/{id}/messages",
    auth: "user",
    operationId: "sendTeamMessage",
    summary: "Send a message to the chat of a team",
    description: "Allowed for the team's members and super admins.",
    params: idParam,
    body: json(z.object({
      content: text(1, 2000).openapi({ example: example.content }),
      ...clientMade,
    })),
    answer: createdOnce("The new message", z.object({ message: TeamMessage }), {
      message: example,
    }),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db, caller } = c.var;
    const team = c.req.valid("param").id;
    const { id, content, written_at } = c.req.valid("json");
    const row = await db.rpc("send_team_message", {
      p_team_id: team,
      p_content: content,
      p_id: id,
      p_written_at: written_at,
    }).select(columns);
    const [sent, status] = await insertedOnce(
      "team_messages",
      row,
      () =>
        db.from("team_messages").select(columns)
          .eq("id", id!).eq("team_id", team).eq("user_id", caller.id).maybeSingle(),
    );
    return c.json({ message: sent }, status);
  },
);

messages.openapi(
  route({
    method: "delete",
    path: "/teams/{id}/messages/{messageId}",
    auth: "user",
    operationId: "deleteTeamMessage",
    summary: "Delete a chat message",
    description: "Allowed for its author, while a member of the team, for the team's admins and " +
      "for super admins.",
    params: z.object({ id: uuid, messageId: uuid }),
    answer: ok("The message was deleted", message, { message: "Message deleted" }),
  }),
  async (c) => {
    const { id, messageId } = c.req.valid("param");
    must(await c.var.db.rpc("delete_team_message", { p_team_id: id, p_message_id: messageId }));
    return c.json({ message: "Message deleted" }, 200);
  },
);
