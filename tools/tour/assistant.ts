/** The tour's chapter about the assistant. */
import { chapter, type Tour } from "./traveller.ts";

export async function assistant({ ana, ben }: Tour): Promise<void> {
  chapter("Ana lets the assistant read her entries, and talks with it; its answer is streamed");
  await ana.ask("PUT", "/chat/settings", { read_notes_enabled: true, check_in_enabled: true });
  await ana.ask("POST", "/chat/messages", { message: "What did I write about this morning?" });
  await ana.ask("GET", "/chat/messages");
  await ana.ask("GET", "/chat/analyses");

  chapter("Ben sees nothing of it; Ana deletes the conversation");
  await ben.ask("GET", "/chat/messages");
  await ana.ask("DELETE", "/chat/messages");
}
