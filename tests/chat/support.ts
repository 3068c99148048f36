/** Messages to the assistant, and their streamed answers. */
import { platform } from "../support/platform.ts";
import type { Answer, Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

export const path = "/api/chat/messages";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type ChatEvent = any;

/** The data of server-sent events. */
export const eventsOf = (text: string): ChatEvent[] =>
  text.split("\n\n").filter(Boolean).map((event) => JSON.parse(event.replace(/^data: /, "")));

/** Sends a message and reads the answer to its end. */
export async function say(
  who: Person,
  message: string,
  headers?: Record<string, string>,
): Promise<Answer & { events: ChatEvent[] }> {
  const answer = await who.api("POST", path, { message }, headers);
  return { ...answer, events: answer.status === 200 ? eventsOf(answer.body) : [] };
}

/** Sends a message and resolves as soon as the answer begins. */
export async function begin(
  who: Person,
  message: string,
  client = new AbortController(),
): Promise<{ close(): void; rest: Promise<ChatEvent[]> }> {
  const response = await fetch(platform.base_url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${who.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ message }),
    signal: client.signal,
  });
  if (response.status !== 200) throw new Error(await response.text());
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  const rest = (async () => {
    let text = first.value ?? "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    return eventsOf(text);
  })();
  // A test that closes the connection does not read the rest.
  rest.catch(() => {});
  return { close: () => client.abort(), rest };
}

/** The stored conversation, oldest first. */
export const stored = async ({ id }: Person) => [
  ...await sql`
    select role, content, incomplete from public.chat_messages where user_id = ${id}
    order by created_at, id`,
];

export const question = (content: string) => ({ role: "user", content, incomplete: false });
export const reply = (content: string, incomplete = false) => ({
  role: "assistant",
  content,
  incomplete,
});

/** Stores an analysis of a day; returns its id. */
export async function analysis({ id }: Person, day: string, summary: string): Promise<string> {
  const [row] = await sql`
    insert into public.note_analyses (
      user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations, insights,
      entry_count)
    values (${id}, ${day}, ${summary}, '{"direction": "steady", "tones": ["calm"]}', '["work"]', '[]',
      'Walk.', '{"gratitude": [], "challenges": ["sleep"], "goals": [], "achievements": []}', 3)
    returning id`;
  return row!.id;
}
