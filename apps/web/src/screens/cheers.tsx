/** The cheers of others on the first screen, and the people to whom the user may send cheers. */
import "./cheers.css";
import { useEffect, useState } from "preact/hooks";
import { Avatar, Played } from "../parts/avatar.tsx";
import { groups } from "../groups.ts";
import { Card } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { useInvite } from "./beginnings.tsx";
import { Loaded } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api, offline } from "../service.ts";
import { heard, syncNow } from "../session.ts";
import { nameOf } from "../words.ts";
import { DropRow } from "./drop-row.tsx";
import { Heart } from "./heart.tsx";
import { JarOfHardDay } from "./jar.tsx";
import type { Card as Someone } from "./people/circles.ts";
import { Encourage } from "./people/encourage.tsx";
import { isAssistant } from "./cheer.tsx";
import { words } from "../words/cheers.ts";

/** How many cheers are shown, unread ones first; the others are on their own screen. */
const SHOWN = 1;
/** How many people are offered. */
const KNOWN = 6;

/** Unread ones first; new ones appear by themselves. Nothing without cheers and people. */
export function Cheers({ onKnown }: {
  /** Is told whether there is anything to show. */
  onKnown(isCheered: boolean): void;
}) {
  const remote = useRemote(
    () =>
      api.get("/api/encouragement-drops/received", {
        params: { query: { limit: SHOWN, order: "unread" } },
      }),
    ["cheers", heard.value],
  );
  const people = usePeople();
  const [read, setRead] = useState<string[]>([]);
  const isEmpty = !remote.value?.drops.length && (groups().friends.length > 0 || !people?.length);
  const isKnown = remote.value !== undefined && people !== undefined;
  useEffect(() => {
    if (isKnown) onKnown(!isEmpty);
  }, [isKnown, isEmpty]);
  async function keep(id: string) {
    setRead([...read, id]);
    await offline.outbox.add("drop_reads", { drop_id: id });
    syncNow();
  }
  if (isEmpty && !remote.failure) return null;
  return (
    <>
      <JarOfHardDay />
      <Card
        title={words.cheersForYou}
        icon="heart"
        aside={<a class="button quiet" href="#/people/encouragement">{words.all}</a>}
      >
        <Loaded remote={remote} label={words.cheers}>
          {({ drops }) => (
            <ul class="drops">
              {drops.map((drop) => (
                <DropRow
                  key={drop.id}
                  drop={drop}
                  read={read}
                  onRead={keep}
                  onThanked={(id) => setRead([...read, id])}
                />
              ))}
            </ul>
          )}
        </Loaded>
        {!groups().friends.length && <Known people={people ?? []} />}
      </Card>
    </>
  );
}

/** People with whom the user has exchanged cheers, the last ones first. */
function usePeople(): Someone[] | undefined {
  return useRemote(async () => {
    const params = { query: { limit: 20 } };
    const [received, sent] = await Promise.all([
      api.get("/api/encouragement-drops/received", { params }),
      api.get("/api/encouragement-drops/sent", { params }),
    ]);
    const all = [
      ...received.drops.filter(({ sender }) => !isAssistant(sender))
        .map(({ sender, date_sent }) => ({ person: sender, date_sent })),
      ...sent.drops.map(({ recipient, date_sent }) => ({ person: recipient, date_sent })),
    ].sort((a, b) => a.date_sent < b.date_sent ? 1 : -1);
    const people = new Map(all.flatMap(({ person }) => person ? [[person.id, person]] : []));
    return [...people.values()].slice(0, KNOWN);
  }, ["known"]).value;
}

/** People to cheer, and a link for a friend. */
function Known({ people }: { people: Someone[] }) {
  const [to, setTo] = useState<Someone>();
  const { invite, isBusy, shown } = useInvite();
  return (
    <>
      <ul class="known" aria-label={words.yourPeople}>
        <li>
          <button
            type="button"
            aria-label={words.inviteFriend}
            disabled={isBusy}
            onClick={invite}
          >
            <span class="avatar" style={{ width: "48px", height: "48px" }}>
              <Icon name="plus" />
            </span>
            <span>{words.invite}</span>
          </button>
        </li>
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => setTo(person)}>
              <Avatar person={person} size={48} />
              <span aria-hidden="true">{nameOf(person).split(" ")[0]}</span>
              <span class="hidden">{words.cheerNamed({ name: nameOf(person) })}</span>
              <Played person={person} />
            </button>
            <Heart person={person} />
          </li>
        ))}
      </ul>
      {shown}
      {to && <Encourage person={to} onClose={() => setTo(undefined)} />}
    </>
  );
}
