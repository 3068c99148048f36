import { streamSSE } from "hono/streaming";
import { aiRefusals } from "../../shared/ai/fields.ts";
import { HttpError } from "../../shared/base/errors.ts";
import { inBackground } from "../../shared/base/log.ts";
import { newestFirst, oldestFirst } from "../../shared/fields/pages.ts";
import { done, f, json, must, part, z } from "../../shared/http/declare.ts";
import { idempotencyKey } from "../../shared/http/idempotency.ts";
import { requireAi } from "../../shared/providers/openai-call.ts";
import { ChatEvent, Message } from "./message-fields.ts";
import { beginTurn, errorEvent } from "./turn.ts";

/** The routes of the conversation. */
export const routes = part();

const messageColumns = "id, role, content, incomplete, sources, created_at";

routes.add("POST /chat/messages", {
  auth: "account_holder",
  operationId: "sendChatMessage",
  summary: "Send a message to the assistant and stream its answer",
  description: 'Answers with server-sent events: `data: {"delta": "..."}` for each piece ' +
    'of the text, and at the end `data: {"done": true, "message": {...}}` with the stored ' +
    'message, or `data: {"error": "...", "code": "..."}` when the answer breaks off. What came ' +
    "until then is kept, with `incomplete` true; so it is when the client closes the " +
    "connection, which stops the answer. A request that fails before the first piece has an " +
    "ordinary refusal, and its message is not kept. The assistant knows the latest messages " +
    "and, while `read_notes_enabled` is true, the caller's latest entries, their latest analysis " +
    "and open goals; it may also look up entries, goals, streaks and insights of the caller, which " +
    'an event `{"tool": "search_entries"}` tells: at most 6 times for an answer. The answer ' +
    "marks its sentences with the entries that they stand on, such as `[1]`, and `sources` lists " +
    "these entries. A " +
    "repeated `Idempotency-Key` gets the stored answer as one piece. 30 messages per hour.",
  repeats: "by handler",
  body: json(z.object({
    message: f.text(1, 4000).openapi({ example: "I woke up before the alarm today." }),
  })),
  answer: {
    status: 200,
    description: "The answer as server-sent events; the schema is that of the data of each",
    content: { "text/event-stream": { schema: ChatEvent } },
  },
  refusals: {
    400: aiRefusals[400],
    409: {
      description: "The assistant is still answering the caller's previous message.",
      codes: ["chat_busy"],
    },
    429: {
      description: "More than 30 messages within an hour, or the caller's AI calls of the day " +
        "have reached their limit.",
      codes: aiRefusals[429].codes,
    },
    503: {
      description: "The chat is switched off, AI is not configured, the AI calls of the day have " +
        "used up the budget, or the AI provider does not answer.",
      codes: ["chat_disabled", ...aiRefusals[503].codes],
    },
  },
}, async ({ c, caller, db, body }) => {
  requireAi();
  const gone = new AbortController();
  const { events, replayed } = await beginTurn(
    { caller, db },
    { content: body.message, key: idempotencyKey(c) },
    AbortSignal.any([gone.signal, c.req.raw.signal]),
  );
  // The first piece is awaited before the answer starts, so that a refusal has its status.
  const first = await events.next();
  if (replayed) c.header("Idempotent-Replayed", "true");
  return streamSSE(c, (stream) => {
    stream.onAbort(() => gone.abort());
    const send = (event: ChatEvent) => stream.writeSSE({ data: JSON.stringify(event) });
    const delivery = (async () => {
      try {
        if (!first.done) await send(first.value);
        // Goes on after the client has gone, because the end stores the answer.
        for await (const event of events) await send(event);
      } catch (error) {
        await send(errorEvent(error));
      }
    })();
    inBackground(delivery, "chat answer not delivered");
    return delivery;
  });
});

routes.list("/chat/messages", {
  auth: "account_holder",
  operationId: "listChatMessages",
  summary: "List the caller's conversation with the assistant, newest first",
  filters: {
    after: f.uuid.optional().openapi({
      description: "Only messages that are newer than this one, oldest first.",
    }),
  },
  items: { messages: Message },
  order: ({ after }: { after?: string }) => after ? oldestFirst : newestFirst,
  notFound: {
    description: "`after` is not a message of the caller, or was deleted: list without it.",
    example: "after: not found",
  },
}, async ({ db, caller, filters: { after }, page: { limit, cursor }, seek }) => {
  const query = db.from("chat_message_cards").select(messageColumns).eq("user_id", caller.id);
  if (after === undefined) return await seek(query);
  const known = must(
    await db.from("chat_messages").select("id, created_at")
      .eq("id", after).eq("user_id", caller.id).maybeSingle(),
  );
  if (!known) throw new HttpError(404, "after: not found");
  const start = cursor ?? oldestFirst.cursorAfter(known);
  return await oldestFirst.seek(query, { limit, cursor: start });
});

routes.add("DELETE /chat/messages", {
  auth: "account_holder",
  operationId: "deleteChatMessages",
  summary: "Delete the caller's conversation with the assistant",
  description: "Deletes all messages; an answer that is being written ends and is not stored.",
  answer: done("Conversation deleted"),
}, async ({ db }) => {
  must(await db.rpc("delete_chat_messages"));
});
