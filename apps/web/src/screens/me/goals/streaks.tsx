/** Streaks, and the freezes and the pause that keep them over days without writing. */
import { useRef, useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card, Field } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { StreakEmblem } from "../../../parts/emblem.tsx";
import { Loaded, Refusal } from "../../../parts/states.tsx";
import { api, goals, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { dateOf } from "../../../words.ts";
import { words as shop } from "../../../words/shop.ts";
import { words } from "../../../words/streaks.ts";
import { useStreaks } from "../../streak-line.tsx";
import { StreakDays } from "./streak-days.tsx";
import { Pane } from "../../../parts/pane.tsx";

type Streaks = components["schemas"]["Streaks"];
type Streak = Streaks["streaks"]["journal"] & { unit?: "day" | "week" };

export function StreaksPane() {
  const remote = useStreaks();
  return (
    <Pane title={words.title}>
      <Loaded remote={remote} label={words.title}>
        {({ streaks, freezes, pause, calendar = { frozen: [], pauses: [] } }) => (
          <>
            <Days streaks={streaks} />
            <Milestones streaks={streaks} />
            <StreakDays {...calendar} />
            <Freezes freezes={freezes} frozen={calendar.frozen} retry={remote.retry} />
            <Pause pause={pause} retry={remote.retry} />
          </>
        )}
      </Loaded>
    </Pane>
  );
}

function Days({ streaks: { journal, goals: each } }: { streaks: Streaks["streaks"] }) {
  const named = each.flatMap((streak) => {
    const goal = goals.value.find(({ id }) => id === streak.goal_id);
    return goal && (goal.status === "active" || streak.current) ? [{ goal, streak }] : [];
  });
  return (
    <Card title={words.inARow} icon="flame">
      <ul class="ledger">
        <Row name={words.journal} risk={words.writeToday} href="#/journal" streak={journal} />
        {named.map(({ goal, streak }) => (
          <Row
            key={goal.id}
            name={goal.title}
            risk={streak.unit === "week" ? words.checkInThisWeek : words.checkInToday}
            href={`#/me/goals/${goal.id}`}
            streak={streak}
          />
        ))}
      </ul>
    </Card>
  );
}

/** The milestones of streaks in days, and the distance to the next one. */
function Milestones({ streaks: { journal, goals: each } }: { streaks: Streaks["streaks"] }) {
  const most = (key: "current" | "longest") =>
    Math.max(
      journal[key],
      ...each.filter(({ unit }) => unit !== "week").map((streak) => streak[key]),
    );
  return (
    <Card title={words.milestones} icon="trophy">
      <ul class="milestones">
        {[7, 30, 100, 365].map((days) => {
          const isAhead = days > most("longest");
          return (
            <li key={days}>
              <StreakEmblem days={days} size={64} isAhead={isAhead} />
              <strong>{words.days({ count: days })}</strong>
              <span class="hint">
                {isAhead ? words.toGo({ count: days - most("current") }) : words.reached}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const Row = (
  { name, risk, href, streak }: { name: string; risk: string; href: string; streak: Streak },
) => (
  <li>
    <div>
      <a href={href}>{name}</a>
      <p class="hint">
        {streak.at_risk
          ? risk
          : streak.last_day
          ? words.lastOn({ date: dateOf(streak.last_day) })
          : words.notBegun}
      </p>
    </div>
    <p class="amount">
      <strong>
        {(streak.unit === "week" ? words.weeks : words.days)({ count: streak.current })}
      </strong>
      <span class="hint">{words.longest({ count: streak.longest })}</span>
    </p>
  </li>
);

function Freezes({ freezes, frozen, retry }: {
  freezes: Streaks["freezes"];
  frozen: string[];
  retry(): void;
}) {
  const { isBusy, errors, act } = useAct();
  const { held, price } = freezes;
  const last = frozen.at(-1);
  const ask = async () => {
    const left = words.balance({ count: profile.value?.drops_balance ?? 0 });
    const text = words.askBuyHint({ price: shop.drops({ count: price }), balance: left });
    if (await confirm(words.askBuy, text, words.buyIt, "main")) await buy();
  };
  const buy = () =>
    act(async () => {
      const { balance } = await api.post("/api/streaks/freezes");
      say(words.bought({ count: balance }));
      retry();
      await syncNow();
    }, { freezes_full: retry });
  return (
    <Card title={words.freezes} icon="shield">
      <p>
        <strong>{held ? words.held({ count: held }) : words.heldNone}</strong>{" "}
        {last && words.savedOn({ date: dateOf(last) })}
      </p>
      <p>{words.explained}</p>
      <div class="actions start">
        <Button
          look="main"
          icon="drop"
          isBusy={isBusy}
          disabled={isBusy || held >= 2 || !isOnline.value}
          onClick={ask}
        >
          {words.buy({ count: price })}
        </Button>
        <span class="hint">
          {held >= 2 ? words.most : profile.value &&
            words.balance({ count: profile.value.drops_balance })}
        </span>
      </div>
      <Refusal errors={errors} />
    </Card>
  );
}

function Pause({ pause, retry }: { pause: Streaks["pause"]; retry(): void }) {
  const { isBusy, errors, act } = useAct();
  const [until, setUntil] = useState(pause?.until ?? "");
  const form = useRef<HTMLFormElement>(null);
  const set = (event: Event) => {
    event.preventDefault();
    act(async () => {
      const answer = await api.put("/api/streaks/pause", { body: { until } });
      say(words.pausedUntil({ until: dateOf(answer.pause.until) }));
      retry();
    });
  };
  const end = () =>
    act(async () => {
      await api.delete("/api/streaks/pause");
      say(words.pauseEnded);
      setUntil("");
      form.current?.querySelector("input")?.focus();
      retry();
    });
  const isOff = isBusy || !isOnline.value;
  return (
    <Card title={words.pause} icon="window">
      <p>
        {pause
          ? words.pausedFor({ since: dateOf(pause.since), until: dateOf(pause.until) })
          : words.pauseText}
      </p>
      <form ref={form} onSubmit={set}>
        <Field
          label={words.until}
          type="date"
          value={until}
          onText={setUntil}
          error={errors.until}
          hint={words.untilHint}
          required
        />
        <div class="actions start">
          <Button
            look={pause ? "plain" : "main"}
            type="submit"
            disabled={isOff || !until}
          >
            {pause ? words.changeDate : words.pause}
          </Button>
          {pause && <Button icon="play" disabled={isOff} onClick={end}>{words.endPause}</Button>}
        </div>
      </form>
      <Refusal errors={errors} shown={["until"]} />
    </Card>
  );
}
