/** A cheer that arrives while the app is open: the words, from whom, and a tap to thank. */
import "./cheers.css";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../act.ts";
import { deliver } from "../outbox.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { path } from "../router.ts";
import { api, offline } from "../service.ts";
import { heard, syncNow } from "../session.ts";
import { nameOf } from "../words.ts";
import { Encourage } from "./people/encourage.tsx";
import { inside } from "../parts/inside.tsx";
import { words as common } from "../words/en/common.ts";
import { words } from "../words/en/cheers.ts";

type Cheer = Answer<"/api/encouragement-drops/received", "get">["drops"][number];

/** The account in whose name the service itself cheers. */
const ASSISTANT = "00000000-0000-4000-a000-000000000001";
export const isFromAssistant = ({ sender }: Pick<Cheer, "sender">): boolean =>
  sender.id === ASSISTANT;

/** Cheers of before are on the first screen already. */
const opened = new Date().toISOString();
const shown = new Set<string>();

export function Arrival() {
  const [cheers, setCheers] = useState<Cheer[]>([]);
  const [isWriting, setWriting] = useState(false);
  const { isBusy, errors, act } = useAct();
  useEffect(() => {
    const query = { limit: 4, order: "unread" } as const;
    api.get("/api/encouragement-drops/received", { params: { query } }).then(({ drops }) => {
      const arrived = drops.filter(({ id, read_at, date_sent }) =>
        !read_at && date_sent > opened && !shown.has(id)
      );
      for (const { id } of arrived) shown.add(id);
      // Their own screen shows them itself.
      if (arrived.length && path.value[1] !== "encouragement") {
        setCheers((now) => [...now, ...arrived]);
      }
    }, () => {/* It is on the first screen when the network is back. */});
  }, [heard.value]);
  const [cheer] = cheers;
  if (!cheer) return null;

  async function leave() {
    setWriting(false);
    setCheers((now) => now.slice(1));
    await offline.outbox.add("drop_reads", { drop_id: cheer!.id });
    heard.value++;
    syncNow();
  }
  async function thank() {
    const thanks = {
      recipient_id: cheer!.sender.id,
      drop_type: "encouragement" as const,
      content: words.thankYou,
    };
    if (!await act(() => deliver("drops", thanks))) return;
    say(words.heardThanks({ name: nameOf(cheer!.sender) }));
    await leave();
  }
  return (
    <div class="arrival" aria-label={words.cheerForYou} role="status">
      <Icon name="heart" size={28} />
      <div class="drops">
        <p class="meta">
          <Avatar person={cheer.sender} size={28} />
          {inside(
            (name) => words.cheersYouOn({ name }),
            <strong>{nameOf(cheer.sender)}</strong>,
          )}
        </p>
        <p class="said">{cheer.content || cheer.title}</p>
        <Refusal errors={errors} />
        <div class="actions">
          {!isFromAssistant(cheer) && (
            <>
              <Button look="main" isBusy={isBusy} onClick={thank}>{words.thank}</Button>
              <Button onClick={() => setWriting(true)}>{words.writeBack}</Button>
            </>
          )}
          <Button look="quiet" onClick={leave}>{common.close}</Button>
        </div>
      </div>
      {isWriting && <Encourage person={cheer.sender} onClose={leave} />}
    </div>
  );
}
