/**
 * Shows reached milestones and badges above the screen where they arrive, or above Today, where
 * nothing is covered.
 */
import "./joys.css";
import { useEffect, useRef } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { rejoice } from "../../joy.ts";
import { Button } from "../../parts/controls.tsx";
import { Emblem, StreakEmblem } from "../../parts/emblem.tsx";
import { path } from "../../router.ts";
import { goals, joys, offline } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { words } from "../../words/joys.ts";

type Notification = Kinds["notifications"];

/** Closing it reads all waiting ones, on all devices. */
async function close() {
  document.getElementById("main")?.focus({ preventScroll: true });
  await offline.read(joys.value.map(({ id }) => id));
  syncNow();
}

export function Joys() {
  const [newest] = joys.value;
  const [name = "today", pane, part] = path.value;
  const arrival = useRef({ id: "", at: "" });
  // A user who writes is not interrupted.
  if (!newest || pane === "new" || part === "edit") return null;
  const at = path.value.join("/");
  if (arrival.current.id !== newest.id) arrival.current = { id: newest.id, at };
  if (name !== "today" && arrival.current.at !== at) return null;
  return <Joy key={newest.id} joy={newest} />;
}

/** The joy that was celebrated last. */
let celebrated = "";

function Joy({ joy }: { joy: Notification }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (celebrated === joy.id) return;
    celebrated = joy.id;
    return rejoice(card.current!.querySelector(".medal")!);
  }, []);
  const { type, body } = joy;
  const { days, goal_id, name, unit } = joy.data as {
    days: number;
    goal_id?: string;
    name: string;
    unit?: "week";
  };
  const isStreak = type === "streak_milestone";
  const texts: Record<number, string | undefined> = words.streakTexts;
  const goal = goals.value.find(({ id }) => id === goal_id);
  return (
    <section ref={card} class="joy" aria-label={words.joy}>
      {isStreak
        ? <StreakEmblem days={days} size={56} />
        : <Emblem name={name} emoji={body.split(" ")[0]} size={56} />}
      <div role="status">
        <h2>
          {!isStreak
            ? words.newBadge({ badge: body.split(" ").slice(1).join(" ") })
            : goal
            ? (unit ? words.goalWeeks : words.goalStreak)({ goal: goal.title, count: days })
            : words.journalStreak({ count: days })}
        </h2>
        <p>{isStreak ? !unit && texts[days] || words.streakText : words.badgeText}</p>
      </div>
      <div class="actions">
        <Button look="main" onClick={close}>{words.lovely}</Button>
        <a
          class="button quiet"
          href={isStreak ? "#/me/streaks" : "#/people/encouragement/badges"}
          onClick={close}
        >
          {isStreak ? words.toStreaks : words.toBadges}
        </a>
      </div>
    </section>
  );
}
