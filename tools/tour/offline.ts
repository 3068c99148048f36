/** The tour's chapter about a device that was offline. */
import { chapter, type Tour } from "./traveller.ts";

export async function offline({ ana }: Tour): Promise<void> {
  chapter("Ana's phone was offline: it made the id, sends the goal twice, and both devices sync");
  const { next_cursor } = await ana.ask("GET", "/sync?limit=1");
  const goal = {
    id: crypto.randomUUID(),
    title: "Swim a mile",
    written_at: new Date(Date.now() - 3_600_000).toISOString(),
  };
  await ana.ask("POST", "/goals", goal);
  await ana.ask("POST", "/goals", goal);
  const { version } = (await ana.ask("GET", `/goals/${goal.id}`)).goal;
  const ifMatch = { "if-match": `"${version}"` };
  await ana.ask("PUT", `/goals/${goal.id}`, { title: "Swim two miles" }, ifMatch);

  chapter(
    "Her tablet edits what it saw before: the phone's words stay, and the next sync has them",
  );
  await ana.ask("PUT", `/goals/${goal.id}`, { title: "Swim" }, ifMatch);
  await ana.ask("GET", `/sync?cursor=${next_cursor}`);
}
