/** The tour's chapter about the assistant. */
import { chapter, type Tour } from "./traveller.ts";

export async function assistant({ ana, ben }: Tour): Promise<void> {
  chapter("Ana lets the assistant read her entries, and talks with it; its answer is streamed");
  await ana.ask("PUT", "/chat/settings", { read_notes_enabled: true, check_in_enabled: true });
  await ana.ask("POST", "/chat/messages", { message: "What did I write about this morning?" });
  await ana.ask("GET", "/chat/messages");
  await ana.ask("GET", "/chat/analyses");

  chapter("An agent of Ana's searches her journal and writes, by the Model Context Protocol");
  const call = (name: string, given: object) =>
    ana.ask("POST", "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given },
    });
  await call("search_entries", { query: "morning", limit: 2 });
  await call("write_entry", { title: "From an agent", content: "Filed the morning's notes." });

  chapter("Ben sees nothing of it; Ana deletes the conversation");
  await ben.ask("GET", "/chat/messages");
  await ana.ask("DELETE", "/chat/messages");
}
