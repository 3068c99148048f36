/** Asks how the day is, and in the morning how the user slept. */
import "./day-faces.css";
import { useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import { useAct, useOnce } from "../act.ts";
import { rowsOf } from "../data-api.ts";
import { today } from "../days.ts";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { fromCopies, offline, profile, supabase } from "../service.ts";
import { syncNow } from "../session.ts";
import { here } from "../words.ts";
import { words } from "../words/day.ts";
import { dayFaces, faceAt, satisfactionOn, scoreOf } from "./day.ts";
import { Face } from "./editor/face.tsx";

const nights = fromCopies(() =>
  offline.list("sleep_entries").sort((a, b) => a.written_at < b.written_at ? 1 : -1)
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
}

/** Whether it is morning in the user's time zone: then the night is still near. */
function isMorning(): boolean {
  const hourIn = (timeZone: string) =>
    Number(
      new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(),
    );
  let hour;
  try {
    hour = hourIn(profile.value?.timezone ?? here);
  } catch {
    // This browser does not know the zone.
    hour = hourIn(here);
  }
  return hour >= 4 && hour < 12;
}

export const DayFaces = () => (
  <>
    <Day />
    {isMorning() && <Sleep />}
  </>
);

/** Five faces to tap, from the hardest to the best. */
const FaceRow = ({ label, names, chosen, onChoose }: {
  label: string;
  names: string[];
  chosen?: number;
  onChoose(face: number): void;
}) => (
  <div class="face-row" role="group" aria-label={label}>
    {dayFaces.map((mood, face) => (
      <button
        key={mood}
        type="button"
        title={names[face]}
        aria-label={names[face]}
        aria-pressed={chosen === face}
        onClick={() => onChoose(face)}
      >
        <Face mood={mood} size={40} />
      </button>
    ))}
  </div>
);

function Day() {
  const before = satisfactionOn(today());
  const chosen = before && faceAt(before.score);
  const { errors, act } = useAct();
  const choose = useOnce(async (face: number) => {
    if (face !== chosen) {
      await act(() => keep("satisfaction_entries", before, { score: scoreOf(face) }));
    }
  });
  return (
    <div class="day-part">
      <p class="day-question">
        {words.day}
        {chosen !== undefined && <strong role="status">{words.faces[chosen]}</strong>}
      </p>
      <FaceRow label={words.day} names={words.faces} chosen={chosen} onChoose={choose} />
      <Refusal errors={errors} />
    </div>
  );
}

const STEP = 0.5;

function Sleep() {
  const before = nights.value.find(({ date }) => date === today());
  const [isOpen, setOpen] = useState(false);
  /** Without an answer it begins with the hours of the last night. */
  const [picked, setPicked] = useState<number>();
  const hours = picked ?? before?.hours ?? nights.value[0]?.hours ?? 8;
  const { errors, act } = useAct();
  const choose = useOnce(async (face: number) => {
    const fields = { date: today(), hours, quality: face + 1 };
    if (await act(() => keep("sleep_entries", before, fields))) setOpen(false);
  });
  const step = (by: number) => () => setPicked(Math.min(24, Math.max(0, hours + by)));
  if (before && !isOpen) {
    return (
      <div class="day-part day-question">
        <p>
          {words.sleep}{" "}
          <strong>
            {words.slept({ hours: before.hours, quality: words.qualities[before.quality - 1]! })}
          </strong>
        </p>
        <Button
          look="quiet"
          icon="edit"
          aria-label={words.changeSleep}
          onClick={() => setOpen(true)}
        />
      </div>
    );
  }
  return (
    <div class="day-part">
      <div class="day-question">
        <p>{words.sleep}</p>
        <div class="stepper" role="group" aria-label={words.hours}>
          <Button
            look="quiet"
            icon="half"
            aria-label={words.lessSleep}
            disabled={hours <= 0}
            onClick={step(-STEP)}
          />
          <strong aria-live="polite">{words.hoursOf({ hours })}</strong>
          <Button
            look="quiet"
            icon="plus"
            aria-label={words.moreSleep}
            disabled={hours >= 24}
            onClick={step(STEP)}
          />
        </div>
      </div>
      <FaceRow
        label={words.quality}
        names={words.qualities}
        chosen={before && before.quality - 1}
        onChoose={choose}
      />
      <Refusal errors={errors} />
    </div>
  );
}
