/** The cheers of others on the first screen, and the people to whom one sends them. */
import "./cheers.css";
import { useState } from "preact/hooks";
import { Avatar } from "../parts/avatar.tsx";
import { Card } from "../parts/controls.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api, offline } from "../service.ts";
import { heard, syncNow } from "../session.ts";
import { nameOf } from "../words.ts";
import { isFromAssistant } from "./arrival.tsx";
import { DropRow } from "./drop-row.tsx";
import type { Card as Someone } from "./people/circles.ts";
import { Encourage } from "./people/encourage.tsx";

/** How many people are offered. */
const KNOWN = 6;

/** Unread ones first; new ones appear by themselves. */
export function Cheers() {
  const remote = useRemote(
    () =>
      api.get("/api/encouragement-drops/received", {
        params: { query: { limit: 4, order: "unread" } },
      }),
    ["cheers", heard.value],
  );
  const [read, setRead] = useState<string[]>([]);
  async function keep(id: string) {
    setRead([...read, id]);
    await offline.outbox.add("drop_reads", { drop_id: id });
    syncNow();
  }
  return (
    <Card
      title="Cheers for you"
      icon="heart"
      aside={<a class="button quiet" href="#/people/encouragement">All</a>}
    >
      <Loaded remote={remote} label="Cheers">
        {({ drops }) =>
          drops.length
            ? (
              <ul class="drops">
                {drops.map((drop) => (
                  <DropRow key={drop.id} drop={drop} read={read} onRead={keep}>
                    <p class="said">{drop.content}</p>
                  </DropRow>
                ))}
              </ul>
            )
            : (
              <Empty icon="heart" title="No cheers yet">
                Kind words from your friends appear here.
              </Empty>
            )}
      </Loaded>
      <Known />
    </Card>
  );
}

/** People with whom the user has exchanged cheers, the last ones first. */
function Known() {
  const [to, setTo] = useState<Someone>();
  const { value } = useRemote(async () => {
    const params = { query: { limit: 20 } };
    const [received, sent] = await Promise.all([
      api.get("/api/encouragement-drops/received", { params }),
      api.get("/api/encouragement-drops/sent", { params }),
    ]);
    const all = [
      ...received.drops.filter((cheer) => !isFromAssistant(cheer))
        .map(({ sender, date_sent }) => ({ person: sender, date_sent })),
      ...sent.drops.map(({ recipient, date_sent }) => ({ person: recipient, date_sent })),
    ].sort((a, b) => a.date_sent < b.date_sent ? 1 : -1);
    const people = new Map(all.flatMap(({ person }) => person ? [[person.id, person]] : []));
    return [...people.values()].slice(0, KNOWN);
  }, ["known"]);
  if (!value?.length) return null;
  return (
    <>
      <ul class="known" aria-label="Cheer somebody">
        {value.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => setTo(person)}>
              <Avatar person={person} size={48} />
              <span class="hidden">Cheer</span> <FirstName name={nameOf(person)} />
            </button>
          </li>
        ))}
      </ul>
      {to && <Encourage person={to} onClose={() => setTo(undefined)} />}
    </>
  );
}

/** A first name, with the others for readers of the screen. */
function FirstName({ name }: { name: string }) {
  const [first, ...others] = name.split(" ");
  return (
    <span>
      {first}
      {others.length > 0 && <span class="hidden">{` ${others.join(" ")}`}</span>}
    </span>
  );
}
