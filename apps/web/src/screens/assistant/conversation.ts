/** The conversation with the assistant. An answer goes on while the user looks at another place. */
import { signal } from "@preact/signals";
import { type ChatMessage, JournalError } from "@journal/client";
import { type Failure, failureOf } from "../../remote.ts";
import { api, chat, offline } from "../../service.ts";
import { words } from "../../words/assistant.ts";

export interface Refused extends Failure {
  /** The question of the user. */
  question: string;
  code: string;
  /** Seconds to wait, where the service says so. */
  wait?: number;
  /** Whether a part of the answer had come. */
  isCut: boolean;
}

/** Oldest first; undefined before they are read. */
export const messages = signal<ChatMessage[] | undefined>(undefined);
/** The cursor of older messages. */
export const older = signal<string | null>(null);
/** The question being answered, the answer so far, and the tool that looks something up for it. */
export const answering = signal<{ question: string; text: string; tool?: string } | null>(null);
/** Why the latest message has no whole answer. */
export const refused = signal<Refused | null>(null);
/** Why the conversation cannot be read. */
export const failure = signal<Failure | null>(null);
export const isReading = signal(false);
/** The last whole message, for people who hear the screen. */
export const announced = signal("");

const PAGE = 20;
/** Milliseconds after which a question without an answer is read again, and how often. */
const AGAIN = 2000;
const TIMES = 15;
let userId: string | null = null;
let controller = new AbortController();

/**
 * Reads the latest messages, and again while the last one waits for an answer, such as an answer on
 * another device. Another user begins without the messages of the former user.
 */
export async function load(times = TIMES): Promise<void> {
  if (userId !== offline.userId) {
    controller.abort();
    userId = offline.userId;
    messages.value = undefined;
    refused.value = null;
    announced.value = "";
  }
  if (answering.value) return;
  await read(undefined, (page) => messages.value = page);
  if (times && messages.value?.at(-1)?.role === "user") setTimeout(() => load(times - 1), AGAIN);
}

export const loadOlder = (): Promise<void> =>
  read(older.value!, (page) => messages.value = [...page, ...messages.value!]);

async function read(
  cursor: string | undefined,
  take: (page: ChatMessage[]) => void,
): Promise<void> {
  const reader = userId;
  isReading.value = true;
  failure.value = null;
  try {
    const query = { limit: PAGE, cursor };
    const page = await api.get("/api/chat/messages", { params: { query } });
    // A message that was sent meanwhile is not on the page.
    if (reader !== userId || !cursor && answering.value) return;
    take(page.messages.toReversed());
    older.value = page.next_cursor;
  } catch (error) {
    failure.value = failureOf(error);
  } finally {
    isReading.value = false;
  }
}

/** Sends a message; its answer grows in `answering`. */
export async function send(question: string): Promise<void> {
  const asker = userId;
  const { signal } = controller = new AbortController();
  refused.value = null;
  announced.value = "";
  let text = "";
  const keep = (answer: ChatMessage) => {
    if (asker !== userId) return;
    const asked = shown("user", question, false);
    if (messages.value) messages.value = [...messages.value, asked, answer];
    announced.value = words.announced({ text: answer.content });
  };
  answering.value = { question, text };
  try {
    for await (const event of chat(question, { signal })) {
      if ("done" in event) keep(event.message);
      else if (asker !== userId) continue;
      else if ("delta" in event) answering.value = { question, text: text += event.delta };
      else if ("tool" in event) answering.value = { question, text, tool: event.tool };
    }
  } catch (error) {
    // The service has stored the part of the answer that came, also when the user stops it.
    if (text) keep(shown("assistant", text, true));
    if (asker !== userId || signal.aborted) return;
    if (!(error instanceof JournalError)) throw error;
    const { code, retryAfter: wait } = error;
    refused.value = { ...failureOf(error), question, code, wait, isCut: text !== "" };
  } finally {
    if (asker === userId) {
      answering.value = null;
      // The user was faster than the list.
      if (!messages.value) load();
    }
  }
}

export const stop = (): void => controller.abort();

/** @throws {JournalError} */
export async function clear(): Promise<void> {
  stop();
  await api.delete("/api/chat/messages");
  messages.value = [];
  older.value = null;
  refused.value = null;
}

/** A message as it is shown until it is read again. */
const shown = (
  role: ChatMessage["role"],
  content: string,
  incomplete: boolean,
): ChatMessage => ({
  id: crypto.randomUUID(),
  role,
  content,
  incomplete,
  sources: [],
  created_at: new Date().toISOString(),
});
