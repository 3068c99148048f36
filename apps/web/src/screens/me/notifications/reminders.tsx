import "./reminders.css";
import { useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { useOnce } from "../../../act.ts";
import { Button, Card, Field, Select } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../../parts/states.tsx";
import { go } from "../../../router.ts";
import { fromCopies, goals, offline, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { list, shortWeekday, weekdayName, zoneName } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/reminders.ts";
import { Pane } from "../../../parts/pane.tsx";

type Reminder = Kinds["reminders"];
type Times = Pick<Reminder, "local_time" | "days">;

const reminders = fromCopies(() =>
  offline.list("reminders").sort((a, b) => a.local_time.localeCompare(b.local_time))
);

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** `Every day`, `Monday to Friday`, or `Mon and Wed`. */
function daysOf(days: number[]): string {
  const known: Record<string, string> = {
    "1234567": words.everyDay,
    "12345": words.workdays,
    "67": words.weekends,
  };
  return known[days.join("")] ?? list(days.map((day) => shortWeekday(day - 1)));
}

const subjectOf = ({ goal_id }: Reminder): string =>
  goal_id ? goals.value.find(({ id }) => id === goal_id)?.title ?? words.aGoal : words.journal;

export function RemindersPane({ rest: [id] }: { rest: string[] }) {
  if (!id) return <List />;
  const reminder = reminders.value.find((each) => each.id === id);
  return (
    <Pane
      title={reminder ? subjectOf(reminder) : words.reminder}
      back={{ name: words.title, to: "/me/reminders" }}
      isBelow
    >
      {reminder
        ? <Change key={id} reminder={reminder} />
        : profile.value
        ? <Empty icon="bell" title={words.isGone} />
        : <NoCopiesYet label={words.reminder} />}
    </Pane>
  );
}

function List() {
  const own = profile.value;
  const all = reminders.value;
  return (
    <Pane title={words.title}>
      {own && (
        <p class="hint">
          {words.times({ zone: zoneName(own.timezone) })}{" "}
          <a href="#/me/profile">{words.changeZone}</a>
          <br />
          {words.pushHint} <a href="#/me/notifications/pushes">{words.turnOn}</a>
        </p>
      )}
      {!own && !all.length && <NoCopiesYet label={words.title} />}
      {all.length > 0 && (
        <Card>
          <ul class="rows">
            {all.map((reminder) => (
              <li key={reminder.id}>
                <a class="row" href={`#/me/reminders/${reminder.id}`}>
                  <span class="row-head">
                    <strong>
                      {words.atTime({ time: reminder.local_time, subject: subjectOf(reminder) })}
                    </strong>
                    <Icon name="next" size={16} />
                  </span>
                  <span class="hint">{daysOf(reminder.days)}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {own && !all.length && (
        <Empty icon="bell" title={words.none}>
          {words.noneHint}
        </Empty>
      )}
      {own && <Add />}
    </Pane>
  );
}

function Add() {
  const [times, setTimes] = useState<Times>({ local_time: "20:30", days: everyDay });
  const [goal, setGoal] = useState("");
  const add = useOnce(async () => {
    const subject = goal ? { kind: "goal" as const, goal_id: goal } : { kind: "journal" as const };
    await offline.create("reminders", { ...subject, ...times });
    say(isOnline.value ? words.added : words.addedHere);
    setGoal("");
    syncNow();
  });
  return (
    <Card title={words.newReminder} icon="plus">
      <form onSubmit={(event) => (event.preventDefault(), add())}>
        <Select label={words.subject} value={goal} onText={setGoal}>
          <option value="">{words.journal}</option>
          {goals.value.filter(({ status = "active" }) => status === "active").map((
            { id, title },
          ) => <option key={id} value={id}>{title}</option>)}
        </Select>
        <When times={times} onTimes={setTimes} />
        <p class="hint">{words.quiet}</p>
        <div class="actions">
          <Button look="main" type="submit" disabled={!isWhole(times)}>{words.add}</Button>
        </div>
      </form>
    </Card>
  );
}

const isWhole = ({ local_time, days }: Times) => local_time !== "" && days.length > 0;

/** The time, and the days of the week. */
function When({ times, onTimes }: { times: Times; onTimes(times: Times): void }) {
  const { days } = times;
  const toggle = (day: number, isOn: boolean) =>
    onTimes({
      ...times,
      days: everyDay.filter((each) => each === day ? isOn : days.includes(each)),
    });
  return (
    <>
      <Field
        label={words.at}
        type="time"
        value={times.local_time}
        onText={(local_time) => onTimes({ ...times, local_time })}
        required
      />
      <fieldset class="weekdays">
        <legend>{words.on}</legend>
        {everyDay.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              aria-label={weekdayName(day - 1)}
              checked={days.includes(day)}
              onChange={(event) => toggle(day, event.currentTarget.checked)}
            />
            <span aria-hidden="true">{shortWeekday(day - 1)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function Change({ reminder }: { reminder: Reminder }) {
  const before = { local_time: reminder.local_time, days: reminder.days };
  const [base] = useState(before);
  const [times, setTimes] = useState<Times>(before);
  async function save(event: Event) {
    event.preventDefault();
    await offline.update("reminders", reminder.id, times, { base });
    go("/me/reminders");
    say(isOnline.value ? words.saved : words.savedHere);
    syncNow();
  }
  async function remove() {
    if (!await confirm(words.askDelete, words.askDeleteHint, common.delete)) return;
    await offline.remove("reminders", reminder.id);
    go("/me/reminders");
    say(words.deleted);
    syncNow();
  }
  return (
    <Card>
      <form onSubmit={save}>
        <When times={times} onTimes={setTimes} />
        <div class="actions">
          <Button look="danger" icon="trash" onClick={remove}>{common.delete}</Button>
          <span class="spring" />
          <Button
            look="main"
            type="submit"
            disabled={!isWhole(times) || JSON.stringify(times) === JSON.stringify(before)}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
