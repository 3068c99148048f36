/** The tour's chapters about encouragement drops, engagement and badges. */
import { silence } from "../../packages/stand-ins/wav.ts";
import { chapter, type Tour } from "./traveller.ts";

export async function encouragement({ status, jobSecret, ana, ben }: Tour): Promise<void> {
  chapter("Ana sends Ben a drop, and sees what is left for today");
  const { drop } = await ana.ask("POST", "/encouragement-drops/send", {
    recipient_id: ben.id,
    drop_type: "encouragement",
    content: "Three pages before breakfast: I am impressed",
  });
  await ana.ask("POST", "/encouragement-drops/send", {
    recipient_id: ben.id,
    drop_type: "media",
    media_url: "https://example.com/song",
  });

  chapter("Ana speaks a cheer");
  const voice = new FormData();
  voice.append("file", new Blob([silence(2)]), "cheer.wav");
  const { recording } = await ana.ask("POST", "/encouragement-drops/recordings", voice);
  await ana.ask("POST", "/encouragement-drops/send", {
    recipient_id: ben.id,
    drop_type: "custom",
    content: "",
    recording_id: recording.id,
  });

  chapter("Ben reads and hears them, and says thanks");
  await ben.ask("GET", "/encouragement-drops/received?order=unread");
  await ben.ask("POST", `/encouragement-drops/received/${drop.id}/read`);
  await ben.ask("POST", `/encouragement-drops/received/${drop.id}/thank`);

  chapter("Ben records his day: that counts as engagement with the drop");
  await ben.ask("POST", "/engagement/satisfaction", { score: 8, note: "A quiet day" });
  await ben.ask("POST", "/engagement/sleep", { date: "2026-11-21", hours: 7.5, quality: 4 });
  await ben.ask("GET", "/engagement/satisfaction");

  if (jobSecret) {
    chapter("The hourly job finds the engagement: Ana earns two bonus drops");
    const answer = await fetch(
      `${status.base_url}/api/encouragement-drops/cron/process-engagement`,
      { method: "POST", headers: { "x-cron-secret": jobSecret } },
    );
    console.log(`  ${answer.status} ${await answer.text()}`);
  }
  await ana.ask("GET", "/encouragement-drops/my-drops");
  await ana.ask("GET", "/encouragement-drops/badge");
  await ben.ask("GET", "/encouragement-drops/leaderboard?limit=3");
}
