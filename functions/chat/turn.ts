import { z } from "@hono/zod-openapi";
import { withCare } from "../../shared/ai/care.ts";
import { describeError, log } from "../../shared/base/log.ts";
import {
  asRefusal,
  conflict,
  levelOf,
  tooManyRequests,
  unavailable,
} from "../../shared/base/errors.ts";
import { keepAlive } from "../../shared/base/keep-alive.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import { inProgress } from "../../shared/http/idempotency.ts";
import { type ChatEvent, Message } from "./message-fields.ts";
import { lookUpsOf } from "./look-ups.ts";
import { type Marks, marksOf, withoutMarks } from "./marks.ts";
import { converse } from "../../shared/providers/openai-chat.ts";

/** The facts of a journal that the assistant may know, with the latest entries. */
const Notes = z.looseObject({ entries: z.array(z.looseObject({ id: z.string() })) });

/** The notes as the model gets them: their entries have marks in place of ids. */
const withMarks = ({ entries, ...notes }: z.infer<typeof Notes>, marks: Marks) => ({
  ...notes,
  entries: entries.map(({ id, ...entry }) => ({ mark: marks.numberOf(id), ...entry })),
});

/** A new turn, whose question is stored. */
const Question = z.object({
  state: z.literal("new"),
  question_id: z.string(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  language: z.string(),
  /** The caller's notes, as far as the assistant may know them. */
  notes: Notes.nullable(),
  messages: z.array(Message.pick({ role: true, content: true })),
});

/** The answer of the database to a message. */
const Begun = z.union([
  Question,
  z.object({ state: z.literal("done"), message: Message }),
  z.object({ state: z.literal("running") }),
  z.object({ state: z.literal("limited"), retry_after_s: z.number() }),
]);

/** A third of the time a claim lasts. */
const HEARTBEAT_MS = 2_500;

/** An answer that grows longer is cut off; a constraint of the table allows no more. */
const MAX_LENGTH = 20_000;

const DEFAULT_PROMPT = `You are the assistant of a journaling app. You talk with one person about \
their days, their goals and how they feel. Be warm, brief and concrete, and ask at most one question \
at a time. You are not a therapist and not a doctor.`;

/** A turn of the conversation: a message and the answer to it. */
interface Turn {
  events: AsyncGenerator<ChatEvent>;
  /** Whether an earlier request with the same key has made it. */
  replayed: boolean;
}

/**
 * Begins a turn with a message of the caller, or finds the turn that was made for its key.
 *
 * @param gone aborts when nobody waits for the answer any more.
 * @throws {HttpError} 409 while another answer is being written, 429 past the limit.
 */
export async function beginTurn(
  call: CallerEnv["Variables"],
  { content, key }: { content: string; key?: string },
  gone: AbortSignal,
): Promise<Turn> {
  const { id, sessionId } = call.caller;
  const result = await serviceClient().rpc("begin_chat_answer", {
    p_user_id: id,
    p_session_id: sessionId,
    p_content: content,
    p_key: key,
  });
  const begun = must(shaped(Begun, result));
  if (begun.state === "running") throw inProgress();
  if (begun.state === "limited") {
    throw tooManyRequests("Too many messages in an hour", begun.retry_after_s);
  }
  return begun.state === "done"
    ? { events: stored(begun.message), replayed: true }
    : { events: answer(call, begun, gone), replayed: false };
}

/** The events of an answer that is stored. */
async function* stored(message: Message): AsyncGenerator<ChatEvent> {
  yield { delta: message.content };
  yield { done: true, message };
}

/**
 * Writes the answer of a begun turn: an event for each piece and one at the end. The pieces are
 * stored however it ends; an answer that the provider, the client or the length has cut off is
 * incomplete. The claim is extended until then; when it is lost, the answer ends.
 *
 * @throws {HttpError} before the first event, when no answer begins; the question is then deleted.
 */
async function* answer(
  call: CallerEnv["Variables"],
  { question_id, model, prompt, notes, language, messages }: z.infer<typeof Question>,
  gone: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const db = serviceClient();
  const userId = call.caller.id;
  // Without the permission of the user there are no notes, and the model looks nothing up.
  const marks = marksOf();
  const reading = notes && { data: withMarks(notes, marks), lookUps: lookUpsOf(call, marks) };
  const p_turn = { p_user_id: userId, p_question_id: question_id };
  const lost = new AbortController();
  const stop = keepAlive(
    HEARTBEAT_MS,
    async () => (await db.rpc("extend_chat_answer", p_turn)).data,
    () => lost.abort(unavailable("The answer was ended elsewhere")),
  );
  let text = "";
  let complete = false;
  let failure: unknown;
  try {
    const pieces = converse({
      model: model ?? undefined,
      instructions: withCare(prompt ?? DEFAULT_PROMPT),
      language,
      ...reading,
      messages: messages.map(({ role, content }) => ({
        role,
        content: role === "assistant" ? withoutMarks(content) : content,
      })),
      spending: { userId, type: "chat" },
      signal: AbortSignal.any([gone, lost.signal]),
    });
    let next = await pieces.next();
    while (!next.done) {
      const piece = next.value;
      if (typeof piece !== "string") yield piece;
      else {
        const delta = reading ? marks.shown(piece) : piece;
        if (text.length + delta.length > MAX_LENGTH) break;
        text += delta;
        if (delta) yield { delta };
      }
      next = await pieces.next();
    }
    complete = next.done ? next.value : (await pieces.return(false)).value as boolean;
    const rest = marks.rest();
    if (next.done && rest && text.length + rest.length <= MAX_LENGTH) {
      text += rest;
      yield { delta: rest };
    }
  } catch (error) {
    failure = error;
  } finally {
    stop();
  }
  const ended = await db.rpc("end_chat_answer", {
    ...p_turn,
    p_content: text.toWellFormed(),
    p_incomplete: !complete,
    p_source_ids: marks.citedIds(),
    // Otherwise somebody could make the provider work for nothing, again and again.
    p_counts: gone.aborted,
  });
  const message = must(shaped(Message.nullable(), ended));
  if (message && !failure) {
    yield { done: true, message };
    return;
  }
  const refusal = text.trim() && !message
    ? conflict("The conversation was deleted before the answer ended")
    : failure;
  if (!text.trim()) throw refusal;
  yield errorEvent(refusal);
}

/** The event that ends a stream early. The log gets the error; the client sees refusals alone. */
export function errorEvent(error: unknown): ChatEvent {
  const refusal = asRefusal(error);
  log(levelOf(refusal), "chat answer ended early", {
    error: describeError(refusal),
  });
  return { error: refusal.message, code: refusal.code };
}
