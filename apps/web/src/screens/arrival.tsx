/** A cheer that arrives while the app is open: its words, its sender, and a tap to thank. */
import "./cheers.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../act.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { Refusal } from "../parts/states.tsx";
import { path } from "../router.ts";
import { api, offline } from "../service.ts";
import { heard, syncNow } from "../session.ts";
import { later } from "../parts/later.tsx";
import { isThankable, Said, thank } from "./cheer.tsx";
import { inside } from "../parts/in-text.tsx";
import { words as common } from "../words/common.ts";
import { words } from "../words/cheers.ts";

const Encourage = later(async () => (await import("./people/encourage.tsx")).Encourage, true);

type Cheer = Answer<"/api/encouragement-drops/received", "get">["drops"][number];

/**
 * When the page was opened: older cheers are on the first screen already. This module loads with the
 * first cheer that is heard.
 */
const opened = new Date(performance.timeOrigin).toISOString();
const shown = new Set<string>();

/** How long a cheer stays by itself; it waits among the unread ones then. */
const STAY_S = 12;

export function Arrival() {
  const [cheers, setCheers] = useState<Cheer[]>([]);
  const [isWriting, setWriting] = useState(false);
  /** The element that had the focus before the answer, such as a text. */
  const before = useRef<HTMLElement>(null);
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
  /** Whether somebody points at it, uses it or writes back: then it stays. */
  const isHeld = useRef(false);
  const go = () => {
    setCheers((now) => now.slice(1));
    isHeld.current = false;
  };
  useEffect(() => {
    if (!cheer) return;
    let left = STAY_S;
    const timer = setInterval(() => {
      if (!isHeld.current && --left <= 0) go();
    }, 1000);
    return () => clearInterval(timer);
  }, [cheer]);
  if (!cheer) return null;
  const { sender } = cheer;

  async function leave(isRead = false) {
    setWriting(false);
    go();
    if (before.current?.isConnected) before.current.focus();
    before.current = null;
    if (!isRead) await offline.outbox.add("drop_reads", { drop_id: cheer!.id });
    heard.value++;
    syncNow();
  }
  return (
    <div
      class="arrival"
      aria-label={words.cheerForYou}
      role="status"
      onMouseEnter={() => void (isHeld.current = true)}
      onMouseLeave={() => void (isHeld.current = isWriting)}
      onFocusOut={() => void (isHeld.current = isWriting)}
      onFocusIn={({ relatedTarget, currentTarget }) => {
        const isOutside = relatedTarget instanceof HTMLElement &&
          !currentTarget.contains(relatedTarget);
        if (isOutside) before.current = relatedTarget;
        isHeld.current = true;
      }}
    >
      <Icon name="heart" size={28} />
      <div class="drops">
        <p class="meta">
          <Avatar person={sender} size={28} />
          {inside(
            (name) => words.cheersYouOn({ name }),
            <strong>
              <Name person={sender} />
            </strong>,
          )}
        </p>
        <Said drop={cheer} />
        <Refusal errors={errors} />
        <div class="actions">
          {isThankable(cheer) && (
            <>
              <Button
                look="main"
                isBusy={isBusy}
                onClick={async () => await act(() => thank(cheer)) && leave(true)}
              >
                {words.thank}
              </Button>
              <Button onClick={() => setWriting(true)}>{words.writeBack}</Button>
            </>
          )}
          <Button look="quiet" onClick={() => leave()}>{common.close}</Button>
        </div>
      </div>
      {isWriting && sender && (
        <Encourage
          person={sender}
          onClose={() => setWriting(false)}
          onSent={() => leave()}
        />
      )}
    </div>
  );
}
