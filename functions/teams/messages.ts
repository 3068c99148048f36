import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { idParam, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** Routes below `/teams/{id}/messages`; part of the group. */
export const messages = group("teams", "The chat of teams");

const TeamMessage = z.object({
  id: uuid,
  team_id: uuid,
  user_id: uuid.nullable().openapi({
    description: "Who wrote it; null when the account is gone.",
  }),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  content: z.string(),
  created_at: timestamp,
}).openapi("TeamMessage");
type TeamMessage = z.infer<typeof TeamMessage>;

const example: z.input<typeof TeamMessage> = {
  id: "e3a1c5d7-9b2f-4068-a4c3-7d6e5f4b3a29",
  team_id: "0d5b7f92-6c3e-4a18-b7d4-5e9f1a2c8b60",
  user_id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  full_name: "Ana Ruiz",
  avatar_url: "https://example.com/ana.png",
  content: "Good morning! Who is writing?",
  created_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "id, team_id, user_id, " +
  "...profile_cards!team_messages_user_id_fkey(full_name, avatar_url), content, created_at";
messages.openapi(
  route({
    method: "get",
    path: "/teams/{id}/messages",
    auth: "user",
    operationId: "listTeamMessages",
    summary: "The chat of a team, newest first",
    description: "For the team's members and super admins. New messages also arrive through the " +
      "realtime publication of the table `team_messages`.",
    params: idParam,
    query: pageQuery,
    answer: {
      description: "One page of messages",
      schema: pageOf("messages", TeamMessage),
      example: { messages: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("list_team_messages", {
      p_team_id: c.req.valid("param").id,
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(
      await page.select(columns)
        .order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<TeamMessage[], Exactly>(),
    );
    return c.json(newestFirst.page("messages", rows, limit), 200);
  },
);

messages.openapi(
  route({
    method: "post",
    path: "/teams/{id}/messages",
    auth: "user",
    operationId: "sendTeamMessage",
    summary: "Writes in the chat of a team",
    description: "For the team's members and super admins.",
    idempotent: true,
    params: idParam,
    body: z.object({ content: text(1, 2000).openapi({ example: example.content }) }),
    answer: {
      status: 201,
      description: "The message",
      schema: z.object({ message: TeamMessage }),
      example: { message: example },
    },
  }),
  async (c) => {
    const sent = c.var.db.rpc("send_team_message", {
      p_team_id: c.req.valid("param").id,
      p_content: c.req.valid("json").content,
    });
    const row = await sent.select(columns).overrideTypes<TeamMessage, Exactly>();
    return c.json({ message: must(row) }, 201);
  },
);
