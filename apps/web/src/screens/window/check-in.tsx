/** Checking in with a photo. */
import type { Answer } from "@journal/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { deliver, waitingOf } from "../../outbox.ts";
import { Button, Select } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FilePicker } from "../../parts/file-picker.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { isOnline } from "../../session.ts";
import { count, dayOf } from "../../words.ts";
import { activities, type Mine, reasonsOf } from "./states.tsx";
import "./check-in.css";

/** Elsewhere a browser asks for a file instead. */
const hasCamera = matchMedia("(pointer: coarse)").matches;
/** What the service takes. A phone makes a JPEG of a photo in a format of its own. */
const TYPES = "image/jpeg,image/png,image/gif,image/webp";

type Result = Answer<"/api/workout-window/checkin", "post">;
interface Place {
  latitude: number;
  longitude: number;
}

export function CheckInDialog(
  { mine, onDone, onClose }: { mine: Mine; onDone(): void; onClose(): void },
) {
  const [result, setResult] = useState<Result | null>();
  return (
    <Dialog title={result === undefined ? "Check in" : "Your check-in"} onClose={onClose}>
      {result !== undefined ? <Outcome result={result} onClose={onClose} /> : (
        <CheckInForm
          mine={mine}
          onResult={(result) => {
            setResult(result);
            onDone();
          }}
        />
      )}
    </Dialog>
  );
}

/** `onResult` gets null when the check-in waits for the network. */
function CheckInForm({ mine, onResult }: { mine: Mine; onResult(result: Result | null): void }) {
  const [date] = useState(mine.checkin_date);
  const [photo, setPhoto] = useState<File>();
  const [activityType, setActivityType] = useState(mine.window!.activity_type);
  const [place, setPlace] = useState<Place>();
  const { act, errors, isBusy, setErrors } = useAct();

  function send(event: Event) {
    event.preventDefault();
    const refuse = (words: string) => () => setErrors({ photo: words });
    if (!photo) return refuse("A check-in needs a photo: take one, or choose one.")();
    act(async () => {
      const sent = await deliver("workout_check_ins", { photo, activityType, ...place });
      onResult(sent ? sent.answer as Result : null);
    }, {
      too_large: refuse("This photo is too large. Choose a smaller one."),
      unsupported_media_type: refuse("This is no photo. Take a JPEG, PNG, GIF or WebP."),
      invalid_input: ({ fields: [field], message }) =>
        refuse(field ? `The ${field.path} ${field.message}.` : message)(),
    });
  }

  return (
    <form class="check-in" onSubmit={send}>
      {!mine.next?.is_open && (
        <p class="notice warning">
          Your window is closed now. This check-in, for{" "}
          {dayOf(new Date(`${date}T12:00`))}, counts when somebody has looked at it.
        </p>
      )}
      <Photo photo={photo} error={errors.photo} isBusy={isBusy} onPhoto={setPhoto} />
      <Select
        label="What did you do?"
        value={activityType}
        onText={(value) => setActivityType(value as typeof activityType)}
        error={errors.activityType}
        disabled={isBusy}
      >
        {Object.entries(activities).map(([value, name]) => (
          <option key={value} value={value}>{name}</option>
        ))}
      </Select>
      <Where place={place} onPlace={setPlace} isBusy={isBusy} />
      <Refusal errors={errors} shown={["photo", "activityType"]} />
      {isBusy ? <Progress /> : (
        <div class="actions">
          {!isOnline.value && (
            <span class="hint">It is sent when the network is back, with the time of now.</span>
          )}
          <Button look="main" type="submit">Send check-in</Button>
        </div>
      )}
    </form>
  );
}

function Photo({ photo, error, isBusy, onPhoto }: {
  photo?: File;
  error?: string;
  isBusy: boolean;
  onPhoto(photo: File): void;
}) {
  const [address, setAddress] = useState("");
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    setShown(true);
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <div class="field" role="group" aria-label="Photo">
      {address && isShown
        ? (
          <img
            class="photo"
            src={address}
            alt="The photo that you send"
            onError={() => setShown(false)}
          />
        )
        : (
          <p class="photo none">
            <Icon name="camera" size={32} />
            {isShown
              ? "Show what you are doing. Where it was taken is removed from the photo."
              : "This file cannot be shown as a picture."}
          </p>
        )}
      {!isBusy && (
        <div class="pickers">
          {hasCamera && (
            <FilePicker
              label={photo ? "Take another" : "Take a photo"}
              icon="camera"
              accept={TYPES}
              capture="environment"
              onFile={onPhoto}
            />
          )}
          <FilePicker
            label={photo && !hasCamera ? "Choose another" : "Choose a file"}
            accept={TYPES}
            onFile={onPhoto}
          />
        </div>
      )}
      <div aria-live="polite">{error && <p class="error">{error}</p>}</div>
    </div>
  );
}

/** The place is the user's to give: only they and whoever reviews the check-in see it. */
function Where(
  { place, onPlace, isBusy }: { place?: Place; onPlace(place?: Place): void; isBusy: boolean },
) {
  const [state, setState] = useState<"" | "asking" | "refused">("");
  function ask() {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState("");
        onPlace({ latitude, longitude });
      },
      () => setState("refused"),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  }
  return (
    <p class="where">
      {place
        ? (
          <>
            <span class="hint">
              <Icon name="check" size={16} />Your place is sent along.
            </span>
            <Button look="quiet" disabled={isBusy} onClick={() => onPlace()}>Leave it out</Button>
          </>
        )
        : (
          <>
            <span class="hint">
              {state === "refused"
                ? "This device does not tell where it is."
                : "Without a place. Your neighbours never see one."}
            </span>
            <Button look="quiet" isBusy={state === "asking"} disabled={isBusy} onClick={ask}>
              Add my place
            </Button>
          </>
        )}
    </p>
  );
}

function Progress() {
  const share = waitingOf("workout_check_ins").at(-1)?.progress ?? 0;
  const percent = Math.round(share * 100);
  return (
    <label class="field sending">
      {share < 1 ? `Sending the photo: ${percent} %` : "The photo is being checked …"}
      <progress value={share < 1 ? percent : undefined} max={100} />
    </label>
  );
}

function Outcome({ result, onClose }: { result: Result | null; onClose(): void }) {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  if (!result) {
    return (
      <div class="check-in" ref={done} tabIndex={-1}>
        <div class="answer">
          <Icon name="cloud" size={32} />
          <p class="answer-title">Kept on this device</p>
          <p>
            It is sent when the network is back. One that arrives after the window counts when
            somebody has looked at it, within 24 hours of its end.
          </p>
        </div>
        <div class="actions">
          <Button look="main" onClick={onClose}>Done</Button>
        </div>
      </div>
    );
  }
  const { checkin, battleChipsEarned, chainStatus, nextUserNotified } = result;
  const isVerified = checkin.status === "verified";
  return (
    <div class="check-in" ref={done} tabIndex={-1}>
      <div class={`answer ${isVerified ? "good" : ""}`}>
        <Icon name={isVerified ? "check" : "search"} size={32} />
        <p class="answer-title">{isVerified ? "You are checked in" : "Kept, and in review"}</p>
        <p>
          {isVerified
            ? `${count(battleChipsEarned, "chip")} for your team.`
            : "It counts when somebody has looked at it."}
        </p>
      </div>
      {!isVerified && (
        <ul class="reasons">
          {reasonsOf(checkin).map((reason) => <li key={reason}>{reason}</li>)}
        </ul>
      )}
      {isVerified && (
        <p class="hint">
          {chainStatus === "continued"
            ? "Your chain continues. "
            : "Whoever was before you did not come, so the chain begins anew with you. "}
          {nextUserNotified && "The next one knows that it is their turn."}
        </p>
      )}
      <div class="actions">
        <Button look="main" onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
