/** The cheers of others on the first screen, and the people to whom one sends them. */
import "./cheers.css";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { joinAddress } from "../joining.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Card } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { NewLink } from "../parts/new-link.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api, offline } from "../service.ts";
import { heard, syncNow } from "../session.ts";
import { nameOf } from "../words.ts";
import { isFromAssistant } from "./arrival.tsx";
import { DropRow } from "./drop-row.tsx";
import type { Card as Someone } from "./people/circles.ts";
import { Encourage } from "./people/encourage.tsx";
import { words } from "../words/en/cheers.ts";

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
      title={words.cheersForYou}
      icon="heart"
      aside={<a class="button quiet" href="#/people/encouragement">{words.all}</a>}
    >
      <Loaded remote={remote} label={words.cheers}>
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
              <Empty icon="heart" title={words.noCheers}>
                {words.noCheersHint}
              </Empty>
            )}
      </Loaded>
      <Known />
    </Card>
  );
}

/** People with whom the user has exchanged cheers, the last ones first, and a link for a friend. */
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
  const [link, setLink] = useState("");
  const { isBusy, errors, act } = useAct();
  const invite = () =>
    act(async () => {
      const { invitation } = await api.post("/api/invitations");
      const address = joinAddress(invitation.code!);
      if (!("share" in navigator)) return setLink(address);
      // Who closes the choice of the device still gets the link.
      await navigator.share({ title: words.writeWithMe, url: address }).catch(() =>
        setLink(address)
      );
    });
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
        {value?.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => setTo(person)}>
              <Avatar person={person} size={48} />
              <span aria-hidden="true">{nameOf(person).split(" ")[0]}</span>
              <span class="hidden">{words.cheerNamed({ name: nameOf(person) })}</span>
            </button>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
      {link && (
        <Dialog title={words.inviteFriend} onClose={() => setLink("")}>
          <NewLink
            address={link}
            title={words.writeWithMe}
            hint={words.inviteHint}
          />
        </Dialog>
      )}
      {to && <Encourage person={to} onClose={() => setTo(undefined)} />}
    </>
  );
}
