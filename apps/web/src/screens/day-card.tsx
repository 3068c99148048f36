/** Asks how the user slept and how the day was. */
import "./day-card.css";
import { useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import { useAct, useOnce } from "../act.ts";
import { rowsOf } from "../data-api.ts";
import { dateAt, today } from "../days.ts";
import { Button, Card, Select } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Refusal } from "../parts/states.tsx";
import { fromCopies, offline, supabase } from "../service.ts";
import { syncNow } from "../session.ts";
import { words as common } from "../words/common.ts";
import { words } from "../words/day.ts";

const latest = <T extends { written_at: string }>(all: T[]) =>
  all.toSorted((a, b) => a.written_at < b.written_at ? 1 : -1)[0];

const sleep = fromCopies(() =>
  latest(offline.list("sleep_entries").filter(({ date }) => date === today()))
);
const day = fromCopies(() =>
  latest(
    offline.list("satisfaction_entries").filter(({ written_at }) => dateAt(written_at) === today()),
  )
);

/** Keeps a new answer on the device until it is sent. A change of an answer needs a network. */
async function keep(
  table: "sleep_entries" | "satisfaction_entries",
  before: { id: string } | undefined,
  fields: Record<string, unknown>,
) {
  if (!before) await offline.create(table, fields as never);
  else {
    await offline.sync();
    const changed = await rowsOf<unknown[]>(
      supabase.from(table).update(fields).eq("id", before.id).select("id"),
    );
    if (!changed.length) throw new JournalError(404, "not_found", words.isGone);
  }
  syncNow();
  say(words.saved);
}

export const DayCard = () => (
  <Card title={words.title} icon="heart">
    <Sleep />
    <Day />
  </Card>
);

/** A scale of numbers to choose from. */
const Scale = ({ label, names, chosen, onChoose }: {
  label: string;
  /** The words of a screen reader for each score. */
  names: string[];
  chosen?: number;
  onChoose(value: number): void;
}) => (
  <div class="scale" role="group" aria-label={label}>
    {names.map((name, index) => (
      <button
        key={name}
        type="button"
        title={name}
        aria-label={name === String(index + 1) ? name : `${index + 1}, ${name}`}
        aria-pressed={chosen === index + 1}
        onClick={() => onChoose(index + 1)}
      >
        {index + 1}
      </button>
    ))}
  </div>
);

const hours = Array.from({ length: 25 }, (_, index) => String(index / 2));

function Sleep() {
  const before = sleep.value;
  const [isOpen, setOpen] = useState(false);
  const [slept, setSlept] = useState("");
  const [quality, setQuality] = useState<number>();
  const { isBusy, errors, act } = useAct();
  if (before && !isOpen) {
    return (
      <Answered
        question={words.sleep}
        answer={words.slept({ hours: before.hours, quality: words.qualities[before.quality - 1]! })}
        change={words.changeSleep}
        onChange={() => {
          setSlept(String(before.hours));
          setQuality(before.quality);
          setOpen(true);
        }}
      />
    );
  }
  async function save(event: Event) {
    event.preventDefault();
    const fields = { date: today(), hours: Number(slept), quality };
    if (await act(() => keep("sleep_entries", before, fields))) setOpen(false);
  }
  return (
    <form class="day-part" onSubmit={save}>
      <h3>{words.sleep}</h3>
      <Select label={words.hours} value={slept} onText={setSlept} error={errors.hours} required>
        <option value="">{words.chooseHours}</option>
        {/* Other clients may write quarters of hours. */}
        {[...new Set([...hours, ...slept ? [slept] : []])].map((each) => (
          <option key={each} value={each}>{each}</option>
        ))}
      </Select>
      <Scale label={words.quality} names={words.qualities} chosen={quality} onChoose={setQuality} />
      <p class="hint">{quality ? words.qualities[quality - 1] : words.qualityScale}</p>
      <Refusal errors={errors} shown={["hours"]} />
      <div class="actions">
        {isOpen && <Button onClick={() => setOpen(false)}>{common.cancel}</Button>}
        <Button type="submit" isBusy={isBusy} disabled={isBusy || !slept || !quality}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}

const scores = Array.from({ length: 10 }, (_, index) => String(index + 1));

function Day() {
  const before = day.value;
  const [isOpen, setOpen] = useState(false);
  const { errors, act } = useAct();
  const choose = useOnce(async (score: number) => {
    if (await act(() => keep("satisfaction_entries", before, { score }))) setOpen(false);
  });
  if (before && !isOpen) {
    return (
      <Answered
        question={words.day}
        answer={words.satisfied({ score: before.score })}
        change={words.changeDay}
        onChange={() => setOpen(true)}
      />
    );
  }
  return (
    <div class="day-part">
      <h3>{words.day}</h3>
      <Scale label={words.day} names={scores} chosen={before?.score} onChoose={choose} />
      <p class="hint">{words.scale}</p>
      <Refusal errors={errors} />
    </div>
  );
}

const Answered = ({ question, answer, change, onChange }: {
  question: string;
  answer: string;
  change: string;
  onChange(): void;
}) => (
  <div class="day-answer">
    <p>
      {question} <strong>{answer}</strong>
    </p>
    <Button look="quiet" aria-label={change} onClick={onChange}>{words.change}</Button>
  </div>
);
