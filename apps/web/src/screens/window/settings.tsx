/** Sets the window, and the place by which people are matched. */
import { useState } from "preact/hooks";
import { type Errors, useAct } from "../../act.ts";
import { Button, Card, Field, Select } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { TimeZone } from "../../parts/fields.tsx";
import { go } from "../../router.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { dayOf, here } from "../../words.ts";
import type { Mine } from "./states.tsx";
import { words } from "../../words/window.ts";
import { words as workout } from "../../words/workout.ts";

type Props = { mine: Mine; onSaved(): void };

export const Settings = (props: Props) => (
  <>
    <WindowForm {...props} />
    <PlaceForm {...props} />
  </>
);

/** A form's fields, and sending them. */
function useForm<T extends object>(initial: T, send: (fields: T) => Promise<void>) {
  const [fields, setFields] = useState(initial);
  const { act, errors, isBusy } = useAct();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    act(() => send(fields));
  };
  const bind = (name: keyof T & string) => ({
    value: String(fields[name]),
    onText: (value: string) => setFields({ ...fields, [name]: value }),
    error: errors[name],
  });
  const end = { errors, isBusy, shown: Object.keys(initial) };
  return { fields, bind, onSubmit, end };
}

const End = (
  { act, isBusy, ...refused }: { act: string; isBusy: boolean; errors: Errors; shown: string[] },
) => (
  <>
    <Refusal {...refused} />
    <div class="actions">
      {!isOnline.value && <span class="hint">{words.saveNeedsNetwork}</span>}
      <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
        {act}
      </Button>
    </div>
  </>
);

function WindowForm({ mine: { window, next }, onSaved }: Props) {
  const { fields, bind, onSubmit, end } = useForm({
    activityType: window?.activity_type ?? "walk",
    customActivity: window?.custom_activity ?? "",
    windowStartTime: window?.window_start_time ?? "18:00",
    timezone: window?.timezone ?? here,
  }, async ({ customActivity, ...rest }) => {
    const isOther = rest.activityType === "other";
    await api.post("/api/workout-window/setup", {
      body: { ...rest, customActivity: isOther ? customActivity : null },
    });
    onSaved();
    // The first window is there to see; a change leaves the user where they are.
    if (!window) go("/window");
    say(words.windowSaved);
  });
  return (
    <Card title={words.yourWindow} icon="window">
      {window && next && next.date < window.holds_from && (
        <p class="notice">
          {words.holdsFrom({
            from: window.window_start_time,
            to: window.window_end_time,
            day: dayOf(new Date(`${window.holds_from}T12:00`)),
          })}
        </p>
      )}
      <form onSubmit={onSubmit}>
        <div class="columns">
          <Field
            {...bind("windowStartTime")}
            label={words.opensAt}
            type="time"
            hint={words.opensAtHint}
            required
          />
          <Select {...bind("activityType")} label={words.whatToDo}>
            {Object.entries(workout.activities).map(([value, name]) => (
              <option key={value} value={value}>{name}</option>
            ))}
          </Select>
        </div>
        {fields.activityType === "other" && (
          <Field {...bind("customActivity")} label={words.whichOne} maxLength={100} required />
        )}
        <TimeZone {...bind("timezone")} />
        <End {...end} act={window ? words.changeWindow : words.setWindow} />
      </form>
    </Card>
  );
}

function PlaceForm({ mine: { location }, onSaved }: Props) {
  const { bind, onSubmit, end } = useForm({
    city: location?.city ?? "",
    region: location?.region ?? "",
    country: location?.country ?? "",
  }, async (fields) => {
    const given = Object.entries(fields).map(([name, text]) => [name, text.trim() || null]);
    await api.put("/api/workout-window/update-location", { body: Object.fromEntries(given) });
    onSaved();
    say(words.placeSaved);
  });
  return (
    <Card title={words.yourPlace} icon="world">
      <form onSubmit={onSubmit}>
        <p class="hint">
          {words.placeUse}
        </p>
        <Field {...bind("city")} label={words.city} maxLength={100} />
        <div class="columns">
          <Field {...bind("region")} label={words.region} maxLength={100} />
          <Field {...bind("country")} label={words.country} hint={words.countryHint} />
        </div>
        <End {...end} act={words.savePlace} />
      </form>
    </Card>
  );
}
