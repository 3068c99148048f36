/** Thanks for a cheer by one tap. */
import { deliver } from "../outbox.ts";
import { say } from "../parts/dialog.tsx";
import { nameOf } from "../words.ts";
import { words } from "../words/cheers.ts";

interface Sender {
  id: string;
  handle: string;
  full_name: string | null;
}

/** The account in whose name the service itself cheers. */
const ASSISTANT = "00000000-0000-4000-a000-000000000001";
export const isAssistant = (sender: Pick<Sender, "id"> | null): boolean => sender?.id === ASSISTANT;

/** @throws {JournalError} when it is refused, such as where no cheer is left for today */
export async function thank(sender: Sender): Promise<void> {
  await deliver("drops", {
    recipient_id: sender.id,
    drop_type: "encouragement",
    content: words.thankYou,
  });
  say(words.heardThanks({ name: nameOf(sender) }));
}
