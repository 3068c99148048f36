import "./today.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct, useOnce } from "../act.ts";
import { dayAt, isToday } from "../days.ts";
import { greeting, here, zoneName } from "../words.ts";
import { words } from "../words/today.ts";
import { giveFiles, PHOTOS } from "../chosen-files.ts";
import { readDraft } from "../drafts.ts";
import { Button, Card, Field } from "../parts/controls.tsx";
import { FilePicker } from "../parts/file-picker.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { plain } from "../parts/text.tsx";
import { go } from "../router.ts";
import {
  api,
  checkIns,
  entries,
  goals,
  notifications,
  offline,
  pending,
  profile,
} from "../service.ts";
import { isActing, isOnline, syncNow } from "../session.ts";
import { EntryRow } from "./entry-row.tsx";
import { StreakLine } from "./streak-line.tsx";
import { nextStep } from "./welcome/steps.ts";
import type { Mine } from "./window/states.tsx";
import { useWindow } from "./window/use-window.ts";
import { Refusal } from "../parts/states.tsx";
import { words as rows } from "../words/rows.ts";

const OnThisDay = later(async () => (await import("./on-this-day.tsx")).OnThisDay, true);
const DayCard = later(async () => (await import("./day-card.tsx")).DayCard, true);
const Cheers = later(async () => (await import("./cheers.tsx")).Cheers, true);
const WindowCard = later(async () => (await import("./window/now.tsx")).WindowCard, true);
const Beginnings = later(async () => (await import("./beginnings.tsx")).Beginnings, true);
const Offers = later(async () => (await import("./welcome/offers.tsx")).Offers, true);
const Welcome = later(async () => (await import("./welcome/welcome.tsx")).Welcome);

export function TodayScreen() {
  const step = nextStep();
  return step ? <Welcome step={step} /> : <Today />;
}

function Today() {
  // Known with the first copies; it stays in its place while it is read.
  const news = useRef<boolean>(undefined);
  if (news.current === undefined && profile.value) {
    news.current = notifications.value.some(({ type, read_at }) =>
      type === "drop_received" && !read_at
    );
  }
  const hasNews = news.current;
  const [isCheered, setCheered] = useState<boolean>();
  const [isAdding, setAdding] = useState(false);
  const workout = useWindow();
  // Until the window is read, the one of the last visit counts.
  const hasWindow = (workout.value ?? readDraft<Mine>("window"))?.next != null;
  const first = profile.value?.full_name?.split(" ")[0];
  return (
    <div class="page today">
      <header class="page-head">
        <p class="eyebrow">{dayAt(new Date())}</p>
        <h1>{first ? words.greeting({ greeting: greeting(), name: first }) : greeting()}</h1>
        <StreakLine />
      </header>
      <DeviceZone />
      <Write />
      {hasNews && <Cheers isNews onKnown={setCheered} />}
      {(goals.value.length > 0 || isAdding) && <Goals isAdding={isAdding} setAdding={setAdding} />}
      {entries.value.length > 0 && <DayCard />}
      {hasWindow && <WindowCard remote={workout} />}
      {!hasNews && <Cheers onKnown={setCheered} />}
      <Written />
      {entries.value.length > 0 && <Offers />}
      <OnThisDay />
      <Beginnings
        hasGoals={goals.value.length > 0 || isAdding || !profile.value}
        hasWindow={!workout.value || hasWindow}
        isCheered={isCheered ?? true}
        onGoal={() => setAdding(true)}
      />
    </div>
  );
}

/** Buttons to begin an entry: with its text, or with photos. */
function Write() {
  const draft = readDraft<{ fields: { content: string } }>("new")?.fields.content.trim() ?? "";
  // The editor is there when it is wanted.
  useEffect(() => {
    const timer = setTimeout(() => import("./editor/editor.tsx").catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="card write">
      <a href="#/journal/new">{plain(draft) || words.onYourMind}</a>
      <FilePicker
        label={words.photos}
        icon="camera"
        look="quiet"
        isIconOnly
        accept={PHOTOS}
        onFiles={(files) => {
          giveFiles(files);
          go("/journal/new");
        }}
      />
    </div>
  );
}

const answers = [
  { status: "completed", icon: "check" },
  { status: "partial", icon: "half" },
  { status: "missed", icon: "close" },
] as const;

function Goals({ isAdding, setAdding }: { isAdding: boolean; setAdding(isAdding: boolean): void }) {
  const [title, setTitle] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const active = goals.value.filter(({ status = "active" }) => status === "active");
  const todays = new Map(
    checkIns.value.filter(({ written_at }) => isToday(written_at))
      .map((each) => [each.goal_id, each]),
  );

  const add = useOnce(async () => {
    if (!title.trim()) return;
    await offline.create("goals", { title: title.trim() });
    setTitle("");
    setAdding(false);
    opener.current?.focus();
    syncNow();
  });
  type Answer = typeof answers[number]["status"];
  const checkIn = useOnce(async (goal_id: string, status: Answer, button: Element) => {
    const before = todays.get(goal_id);
    if (status === "completed" && before?.status !== status) {
      import("../joy.ts").then(({ rejoice }) => rejoice(button), () => {});
    }
    if (before) await offline.update("goal_check_ins", before.id, { status });
    else await offline.create("goal_check_ins", { goal_id, status });
    syncNow();
  });

  return (
    <Card
      title={words.goals}
      icon="target"
      aside={
        <Button
          ref={opener}
          look="quiet"
          icon="plus"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {words.newGoal}
        </Button>
      }
    >
      {isAdding && (
        <form class="inline" onSubmit={(event) => (event.preventDefault(), add())}>
          <Field
            label={words.whatToDo}
            value={title}
            onText={setTitle}
            maxLength={200}
            autofocus
          />
          <Button look="main" type="submit" disabled={!title.trim()}>{words.add}</Button>
        </form>
      )}
      {!active.length && !isAdding ? <p class="hint">{words.noOpenGoals}</p> : (
        <ul class="goals">
          {active.map((goal) => {
            const today = todays.get(goal.id);
            return (
              <li key={goal.id}>
                <a class="goal-title" href={`#/me/goals/${goal.id}`}>{goal.title}</a>
                <div class="choice" role="group" aria-label={words.goalToday(goal)}>
                  {answers.map(({ status, icon }) => (
                    <button
                      key={status}
                      type="button"
                      class={status}
                      aria-pressed={today?.status === status}
                      onClick={({ currentTarget }) => checkIn(goal.id, status, currentTarget)}
                    >
                      <Icon name={icon} size={16} />
                      <span>{words.answers[status]}</span>
                    </button>
                  ))}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {goals.value.length > 0 && (
        <p>
          <a class="button quiet" href="#/me/goals">{words.allGoals}</a>
        </p>
      )}
    </Card>
  );
}

function Written() {
  const today = entries.value.filter(({ written_at }) => isToday(written_at));
  if (!today.length) return null;
  return (
    <Card title={words.written} icon="journal">
      {pending.value > 0 && (
        <p class="hint">
          <Icon name="cloud" size={16} />
          {words.waiting({ count: pending.value })}
        </p>
      )}
      <ul class="rows">{today.map((entry) => <EntryRow key={entry.id} entry={entry} />)}</ul>
    </Card>
  );
}

/** Offers the device's time zone where the journal has another one, until the user says no. */
function DeviceZone() {
  const own = profile.value;
  const { isBusy, errors, act } = useAct();
  if (!own || own.timezone === here || own.preferences.refused_zone === here) return null;
  if (isActing.value || !isOnline.value) return null;
  const save = (body: { timezone: string } | { preferences: { refused_zone: string } }) =>
    act(async () => {
      await api.put("/api/user/profile", { body });
      await syncNow();
    });
  return (
    <div class="notice" role="status">
      <span>{rows.zoneNow({ zone: zoneName(own.timezone) })}</span>
      <Refusal errors={errors} />
      <div class="actions">
        <Button isBusy={isBusy} onClick={() => save({ timezone: here })}>
          {rows.useZone({ zone: zoneName(here) })}
        </Button>
        <Button
          look="quiet"
          isBusy={isBusy}
          onClick={() => save({ preferences: { refused_zone: here } })}
        >
          {rows.keepZone({ zone: zoneName(own.timezone) })}
        </Button>
      </div>
    </div>
  );
}
