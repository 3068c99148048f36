/** The tour's chapters about organizations, the journal, goals and tone packs. */
import { makeZip } from "client-zip";
import { silence } from "../../packages/stand-ins/wav.ts";
import { bold, chapter, keepPictures, show, type Tour } from "./traveller.ts";

export async function journal({ ana, ben, cleo }: Tour): Promise<void> {
  chapter(
    "Ana founds an organization with a team, and Ben joins both by a link; Cleo declines",
  );
  const { organization } = await ana.ask("POST", "/organizations", {
    name: "Riverside Writers",
    description: "People who write every day",
  });
  const { team } = await ana.ask("POST", "/teams", {
    name: "Morning Pages",
    org_id: organization.id,
  });
  const { code } = await ana.ask("POST", `/organizations/${organization.id}/invitations`, {
    link: true,
    team_id: team.id,
  });
  await ben.ask("GET", `/invitations/${code}`);
  await ben.ask("POST", "/user/invitations/accept", { code });
  const { invitation } = await ana.ask("POST", `/organizations/${organization.id}/invitations`, {
    email: cleo.email,
  });
  await cleo.ask("GET", "/user/invitations");
  await cleo.ask("POST", `/user/invitations/${invitation.id}/decline`);

  chapter("Ben becomes Ana's friend by a link, and the two begin a streak");
  const circle = await ana.ask("POST", "/invitations");
  await ben.ask("POST", "/user/invitations/accept", { code: circle.invitation.code });
  await ana.ask("POST", `/friends/${ben.id}/streak`);
  await ben.ask("POST", `/friends/${ana.id}/streak`);
  await ben.ask("GET", "/friends");

  chapter("Ana keeps a journal: a notebook the team sees, whose content stays hers");
  const { notebook } = await ana.ask("POST", "/notebooks", {
    name: "Morning pages",
    metadata_visibility: "team",
    team_id: team.id,
  });
  const { entry } = await ana.ask("POST", "/journal", {
    title: "First light",
    content: "Woke before the alarm. The heron was back. #gratitude",
    mood: "peaceful",
    tags: ["morning"],
    notebook_id: notebook.id,
  });

  chapter("Ben, her teammate, sees that she wrote, but not what");
  await ben.ask("GET", `/journal/${entry.id}`);

  chapter("Cleo, a stranger, learns nothing; straight at the tables it is the same");
  await cleo.ask("GET", `/journal/${entry.id}`);
  const { data: rows, count } = await cleo.client.from("journal_entries")
    .select("title", { count: "exact" }).eq("id", entry.id);
  console.log(
    `Cleo with supabase-js: ${bold("from('journal_entries')")}\n  rows ${
      show(rows)
    }, count ${count}`,
  );

  chapter("Ana opens the notebook's content to the team: one statement, every entry in it follows");
  await ana.ask("PUT", `/notebooks/${notebook.id}`, { content_visibility: "team" });
  await ben.ask("GET", "/journal?q=heron");

  chapter("Ben, who may read it now, comments and reacts; the card of the entry counts both");
  await ben.ask("POST", `/journal/${entry.id}/comments`, { content: "It was here yesterday!" });
  await ben.ask("PUT", `/journal/${entry.id}/reaction`, { reaction: "heart" });
  await ana.ask("GET", `/journal/${entry.id}/comments`);

  chapter("Ana makes a link to the entry, with a passphrase: Cleo, who has both, reads it once");
  const { share_link: link } = await ana.ask("POST", `/journal/${entry.id}/share-links`, {
    expires_in_days: 1,
    passphrase: "heron at dawn",
  });
  const address = `/shared/${link.code}`;
  await cleo.ask("GET", address);
  await cleo.ask("GET", address, undefined, { "x-share-passphrase": "heron%20at%20dawn" });
  await ana.ask("DELETE", `/share-links/${link.id}`);
  await cleo.ask("GET", address);
  await ana.ask("GET", "/share-links");

  chapter("Ana rewrites the entry, and takes the first words back");
  await ana.ask("PUT", `/journal/${entry.id}`, { content: "Woke up." });
  const { versions } = await ana.ask("GET", `/journal/${entry.id}/versions`);
  await ana.ask("POST", `/journal/${entry.id}/versions/${versions[0].id}/restore`);
  const written = new Date();
  written.setUTCFullYear(written.getUTCFullYear() - 1);
  await ana.ask("POST", "/journal", {
    title: "A year ago",
    content: "Bought the notebook.",
    written_at: written.toISOString(),
  });
  await ana.ask("GET", "/journal/on-this-day");

  chapter("Ana's streak has begun; she buys a freeze for a day without writing, and plans a pause");
  await ana.ask("POST", "/streaks/freezes");
  await ana.ask("PUT", "/streaks/pause", {
    until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  });
  await ana.ask("GET", "/streaks");
  await ana.ask("DELETE", "/streaks/pause");

  chapter("Ana adds a recording and has it written down; Ben hears it as well");
  const sound = new FormData();
  sound.append("file", new Blob([silence(2)]), "thoughts.wav");
  const { attachment } = await ana.ask("POST", `/journal/${entry.id}/attachments`, sound);
  await ana.ask("POST", `/journal/${entry.id}/attachments/${attachment.id}/transcribe`);
  await ben.ask("GET", `/journal/${entry.id}`);

  chapter("Ana sets a goal and checks in");
  const { goal } = await ana.ask("POST", "/goals", {
    title: "Write every morning",
    description: "Three pages before breakfast",
    target_date: `${new Date().getUTCFullYear() + 1}-06-30`,
  });
  await ana.ask("POST", `/goals/${goal.id}/check-ins`, { status: "completed", notes: "Day one" });
  await ana.ask("POST", "/user/calendar");

  chapter("Ana keeps a template, and takes the prompt of the day");
  await ana.ask("POST", "/entry-templates", {
    name: "Morning",
    title: "{{weekday}}, {{date}}",
    content: "{{prompt}}",
  });
  await ana.ask("GET", "/prompts/today");
  await ana.ask("GET", "/insights");

  chapter("Ana wants to be reminded of it at half past seven, wherever she is");
  await ana.ask("POST", "/reminders", {
    kind: "goal",
    goal_id: goal.id,
    local_time: "07:30",
    days: [1, 2, 3, 4, 5],
  });

  chapter("Ana makes a tone pack: one picture for each tone, paid with nothing but patience");
  const { pack } = await ana.ask("POST", "/tone-packs", {
    name: "River birds",
    description: "Herons and kingfishers, folded from paper",
    theme: "origami",
    is_public: true,
    price_drops: 20,
  });
  const { images } = await ana.ask("POST", `/tone-packs/${pack.id}/generate-images`, {
    tones: ["peaceful", "joyful"],
  });
  if (images) {
    await keepPictures(images);
    await ana.ask("POST", `/tone-packs/${pack.id}/activate`);
    const { entry: shown } = await ana.ask("GET", `/journal/${entry.id}`);
    console.log(`  The entry is peaceful, and shows ${shown.tone_image_url}`);
    await ben.ask("POST", `/tone-packs/${pack.id}/purchase`);
    await ben.ask("GET", "/drops/transactions");
  } else {
    console.log("  There are no pictures: this platform has no OPENAI_API_KEY.");
  }

  chapter("Ana brings in the notes of another app");
  const notes = new FormData();
  const note = "---\ntitle: The old notebook\ndate: 2019-05-01\n---\n\nFound under the bed.";
  notes.set("file", await new Response(makeZip([{ name: "old.md", input: note }])).blob(), "a.zip");
  const { import: begun } = await ana.ask("POST", "/user/imports", notes);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await ana.ask("GET", `/user/imports/${begun.id}`);

  chapter("The service refuses forbidden requests with a reason");
  await ben.ask("PUT", `/journal/${entry.id}`, { title: "Mine now" });
  await ben.ask("DELETE", `/organizations/${organization.id}`);
  await ana.ask("POST", "/goals", { title: "Sleep", target_date: "soon" });
}
