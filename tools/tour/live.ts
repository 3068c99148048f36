/** The tour's chapter about live updates: the news that a client hears while others write. */
import { bold, chapter, faint, show, type Tour } from "./traveller.ts";

export async function live({ ana, ben }: Tour): Promise<void> {
  chapter("Ben listens to his own topic and to his team's, and Ana writes to the team");
  const { teams } = await ana.ask("GET", "/teams");
  const [{ id: teamId }] = teams;
  const listen = (topic: string, awaited: string) => {
    const { promise: joined, resolve: join, reject } = Promise.withResolvers<void>();
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    ben.client.channel(topic, { config: { private: true } })
      .on("broadcast", { event: "*" }, ({ event, payload }) => {
        console.log(`Ben hears: ${bold(event)} ${faint(show(payload))}`);
        if (event === awaited) hear();
      })
      .subscribe((state, error) => state === "SUBSCRIBED" ? join() : error && reject(error));
    return { joined, heard };
  };
  const own = listen(`user:${ben.id}`, "changed");
  const team = listen(`team:${teamId}`, "message_created");
  await Promise.all([own.joined, team.joined]);
  await ana.ask("POST", `/teams/${teamId}/messages`, { content: "Ten minutes, now?" });
  await ben.ask("POST", "/goals", { title: "Write with the team" });
  await Promise.all([own.heard, team.heard]);
  await ben.client.removeAllChannels();
}
