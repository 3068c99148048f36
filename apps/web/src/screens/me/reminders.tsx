import "./reminders.css";
import { useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { useOnce } from "../../act.ts";
import { Button, Card, Field, Select } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../parts/states.tsx";
import { go } from "../../router.ts";
import { fromCopies, goals, offline, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { Pane } from "./pane.tsx";

type Reminder = Kinds["reminders"];
type Times = Pick<Reminder, "local_time" | "days">;

const reminders = fromCopies(() =>
  offline.list("reminders").sort((a, b) => a.local_time.localeCompare(b.local_time))
);

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** `Every day`, `Monday to Friday`, or `Mon, Wed`. */
function daysOf(days: number[]): string {
  const names = days.map((day) => weekdays[day - 1]!.slice(0, 3)).join(", ");
  return { "1234567": "Every day", "12345": "Monday to Friday", "67": "Weekends" }[days.join("")] ??
    names;
}

const subjectOf = ({ goal_id }: Reminder): string =>
  goal_id ? goals.value.find(({ id }) => id === goal_id)?.title ?? "A goal" : "My journal";

export function RemindersPane({ rest: [id] }: { rest: string[] }) {
  if (!id) return <List />;
  const reminder = reminders.value.find((each) => each.id === id);
  return (
    <Pane
      title={reminder ? subjectOf(reminder) : "Reminder"}
      back={{ name: "Reminders", to: "/me/reminders" }}
      isBelow
    >
      {reminder
        ? <Change key={id} reminder={reminder} />
        : profile.value
        ? <Empty icon="bell" title="This reminder is not there any more" />
        : <NoCopiesYet label="Reminder" />}
    </Pane>
  );
}

function List() {
  const own = profile.value;
  const list = reminders.value;
  return (
    <Pane title="Reminders">
      {own && (
        <p class="hint">
          Times are those of {own.timezone.replaceAll("_", " ")}, which the{" "}
          <a href="#/me/profile">profile</a> changes. Turn on{" "}
          <a href="#/me/notifications/pushes">pushes</a> to be reminded when the journal is closed.
        </p>
      )}
      {!own && !list.length && <NoCopiesYet label="Reminders" />}
      {list.length > 0 && (
        <Card>
          <ul class="rows">
            {list.map((reminder) => (
              <li key={reminder.id}>
                <a class="row" href={`#/me/reminders/${reminder.id}`}>
                  <span class="row-head">
                    <strong>{reminder.local_time} · {subjectOf(reminder)}</strong>
                    <Icon name="next" size={16} />
                  </span>
                  <span class="hint">{daysOf(reminder.days)}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {own && !list.length && (
        <Empty icon="bell" title="No reminders yet">
          A reminder stays silent on a day on which it is done already.
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
    say(isOnline.value ? "You will be reminded" : "Kept on this device until there is a network");
    setGoal("");
    syncNow();
  });
  return (
    <Card title="New reminder" icon="plus">
      <form onSubmit={(event) => (event.preventDefault(), add())}>
        <Select label="Remind me of" value={goal} onText={setGoal}>
          <option value="">My journal</option>
          {goals.value.filter(({ status = "active" }) => status === "active").map((
            { id, title },
          ) => <option key={id} value={id}>{title}</option>)}
        </Select>
        <When times={times} onTimes={setTimes} />
        <div class="actions">
          <Button look="main" type="submit" disabled={!isWhole(times)}>Add</Button>
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
        label="At"
        type="time"
        value={times.local_time}
        onText={(local_time) => onTimes({ ...times, local_time })}
        required
      />
      <fieldset class="weekdays">
        <legend>On</legend>
        {weekdays.map((name, index) => (
          <label key={name}>
            <input
              type="checkbox"
              aria-label={name}
              checked={days.includes(index + 1)}
              onChange={(event) => toggle(index + 1, event.currentTarget.checked)}
            />
            <span aria-hidden="true">{name.slice(0, 2)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function Change({ reminder }: { reminder: Reminder }) {
  const before = { local_time: reminder.local_time, days: reminder.days };
  const [times, setTimes] = useState<Times>(before);
  async function save(event: Event) {
    event.preventDefault();
    await offline.update("reminders", reminder.id, times);
    go("/me/reminders");
    say(isOnline.value ? "Saved" : "Saved on this device");
    syncNow();
  }
  async function remove() {
    if (!await confirm("Delete this reminder?", "On all devices.", "Delete")) return;
    await offline.remove("reminders", reminder.id);
    go("/me/reminders");
    say("Deleted");
    syncNow();
  }
  return (
    <Card>
      <form onSubmit={save}>
        <When times={times} onTimes={setTimes} />
        <div class="actions">
          <Button look="danger" icon="trash" onClick={remove}>Delete</Button>
          <span class="spring" />
          <Button
            look="main"
            type="submit"
            disabled={!isWhole(times) || JSON.stringify(times) === JSON.stringify(before)}
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
