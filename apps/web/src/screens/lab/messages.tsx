/** Messages to the user as an entrant of a competition, once the mail of the week contains them. */
import { cardsOf, rowsOf } from "../../data-api.ts";
import { Name } from "../../parts/avatar.tsx";
import { Card } from "../../parts/controls.tsx";
import { useRemote } from "../../remote.ts";
import { profile, supabase } from "../../service.ts";
import { moment, nameOf } from "../../words.ts";
import { WriteTo } from "./write-to.tsx";

interface Message {
  id: string;
  from_user_id: string;
  subject: string;
  message: string;
  created_at: string;
}

const NEWEST = 20;

async function read(userId: string) {
  const messages = await rowsOf<Message[]>(
    supabase.from("sponsor_outreach").select("id, from_user_id, subject, message, created_at")
      .eq("to_participant_id", userId).order("created_at", { ascending: false }).limit(NEWEST),
  );
  const senders = await cardsOf([...new Set(messages.map((each) => each.from_user_id))]);
  return messages.map((each) => ({
    ...each,
    sender: senders.find(({ id }) => id === each.from_user_id),
  }));
}

export function Messages() {
  const id = profile.value?.id;
  const { value } = useRemote(async () => id ? await read(id) : [], [id]);
  if (!value?.length) return null;
  return (
    <Card title="Messages for you" icon="mail">
      <ul class="messages-for-me">
        {value.map(({ id, subject, message, created_at, sender }) => (
          <li key={id}>
            <div>
              <strong>{subject}</strong>
              <p class="meta">
                {sender && (
                  <a href={`#/people/person/${sender.id}`}>
                    <Name person={sender} />
                  </a>
                )} {moment(created_at)}
              </p>
              <p class="text">{message}</p>
            </div>
            {sender && <WriteTo id={sender.id} name={nameOf(sender)} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
