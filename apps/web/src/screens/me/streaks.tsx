/** Streaks, and what keeps them over a day without writing: freezes and a pause. */
import { useRef, useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/states.tsx";
import { api, goals, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { count, dateOf, number } from "../../words.ts";
import { useStreaks } from "../streak-line.tsx";
import { Pane } from "./pane.tsx";

type Streaks = components["schemas"]["Streaks"];
type Streak = Streaks["streaks"]["journal"];

export function StreaksPane() {
  const remote = useStreaks();
  return (
    <Pane title="Streaks">
      <Loaded remote={remote} label="Streaks">
        {({ streaks, freezes, pause }) => (
          <>
            <Days streaks={streaks} />
            <Freezes freezes={freezes} retry={remote.retry} />
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
    <Card title="Days in a row" icon="flame">
      <ul class="ledger">
        <Row name="Journal" act="write" href="#/journal" streak={journal} />
        {named.map(({ goal, streak }) => (
          <Row
            key={goal.id}
            name={goal.title}
            act="check in"
            href={`#/me/goals/${goal.id}`}
            streak={streak}
          />
        ))}
      </ul>
    </Card>
  );
}

const Row = (
  { name, act, href, streak }: { name: string; act: string; href: string; streak: Streak },
) => (
  <li>
    <div>
      <a href={href}>{name}</a>
      <p class="hint">
        {streak.at_risk
          ? `Ends today unless you ${act}`
          : streak.last_day
          ? `Last on ${dateOf(streak.last_day)}`
          : "Not begun yet"}
      </p>
    </div>
    <p class="amount">
      <strong>{count(streak.current, "day")}</strong>
      <span class="hint">longest {number(streak.longest)}</span>
    </p>
  </li>
);

function Freezes({ freezes, retry }: { freezes: Streaks["freezes"]; retry(): void }) {
  const { isBusy, errors, act } = useAct();
  const { held, price } = freezes;
  const buy = () =>
    act(async () => {
      const { balance } = await api.post("/api/streaks/freezes");
      say(`Bought; ${count(balance, "drop")} left`);
      retry();
      await syncNow();
    }, { freezes_full: retry });
  return (
    <Card title="Freezes" icon="shield">
      <p>
        {held ? `You hold ${count(held, "freeze")}.` : "You hold none."}{" "}
        A freeze covers a day without writing by itself, for all streaks of two days or more.
      </p>
      <div class="actions start">
        <Button
          look="main"
          icon="drop"
          isBusy={isBusy}
          disabled={isBusy || held >= 2 || !isOnline.value}
          onClick={buy}
        >
          Buy one for {count(price, "drop")}
        </Button>
        <span class="hint">
          {held >= 2 ? "Two is the most." : profile.value &&
            `You have ${count(profile.value.drops_balance, "drop")}.`}
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
      say(`Paused until ${dateOf(answer.pause.until)}`);
      retry();
    });
  };
  const end = () =>
    act(async () => {
      await api.delete("/api/streaks/pause");
      say("The pause has ended");
      setUntil("");
      form.current?.querySelector("input")?.focus();
      retry();
    });
  const isOff = isBusy || !isOnline.value;
  return (
    <Card title="Pause" icon="window">
      <p>
        {pause
          ? `Your streaks are paused from ${dateOf(pause.since)} until ${dateOf(pause.until)}.`
          : "On a vacation, or ill? A pause holds all streaks, from today until a date."}
      </p>
      <form ref={form} onSubmit={set}>
        <Field
          label="Until"
          type="date"
          value={until}
          onText={setUntil}
          error={errors.until}
          hint="The last paused day, up to 90 days ahead"
          required
        />
        <div class="actions start">
          <Button
            look={pause ? "plain" : "main"}
            type="submit"
            disabled={isOff || !until}
          >
            {pause ? "Change the date" : "Pause"}
          </Button>
          {pause && <Button icon="play" disabled={isOff} onClick={end}>End the pause</Button>}
        </div>
      </form>
      <Refusal errors={errors} shown={["until"]} />
    </Card>
  );
}
