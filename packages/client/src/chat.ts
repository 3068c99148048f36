import { errorOf, JournalError } from "./errors.ts";
import type { components } from "./generated/schema.ts";

export type ChatMessage = components["schemas"]["ChatMessage"];

/** A piece of the answer, a tool that the assistant uses, or the whole message at the end. */
export type ChatEvent = Exclude<components["schemas"]["ChatEvent"], { error: string }>;

/**
 * The events of the assistant's answer. Where the platform's answers have no `ReadableStream` (React
 * Native without `expo/fetch`), all of them come when the answer has ended.
 *
 * @throws {JournalError} when the service refuses
 * @throws {Error} when the answer breaks off
 */
export async function* chatEvents(response: Response): AsyncGenerator<ChatEvent, void, void> {
  if (!response.ok) throw await errorOf(response);
  const ready: ChatEvent[] = [];
  let failure: JournalError | undefined;
  let isWhole = false;
  // The first screen of an app does not load it.
  const { createParser } = await import("eventsource-parser");
  const parser = createParser({
    onEvent({ data }) {
      const event = JSON.parse(data);
      if ("error" in event) failure = new JournalError(response.status, event.code, event.error);
      else ready.push(event);
      isWhole ||= "done" in event;
    },
  });
  for await (const text of texts(response)) {
    parser.feed(text);
    yield* ready.splice(0);
    if (failure) throw failure;
  }
  if (!isWhole) throw new Error("The answer ended before its end");
}

async function* texts(response: Response): AsyncGenerator<string, void, void> {
  if (!response.body?.getReader) return yield await response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield decoder.decode(part.value, { stream: true });
    }
  } finally {
    // A reader who leaves early stops the answer.
    await reader.cancel();
  }
}
