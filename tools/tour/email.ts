/** The tour's chapter about mails. */
import { chapter, type Tour } from "./traveller.ts";

export async function email({ ana }: Tour): Promise<void> {
  chapter("Ana sends a mail, and finds the address that turns her own mails into entries");
  await ana.ask("POST", "/email/send", {
    to: "ben@example.com",
    subject: "Tomorrow's walk",
    html: "<p>See you at <b>nine</b>.</p>",
  });
  await ana.ask("POST", "/email/send", {
    to: "ben@example.com",
    subject: "Two lines\nBcc: everyone@example.com",
    text: "Refused",
  });
  const { profile } = await ana.ask("GET", "/user/profile");
  console.log(`  A mail from her own address to ${profile.journal_email} becomes an entry.`);
}
