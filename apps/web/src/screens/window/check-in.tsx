/** Checks in with a photo. */
import "./check-in.css";
import { type Answer, largest } from "@journal/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { deliver, waitingOf } from "../../outbox.ts";
import { Button, Select } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FilePicker } from "../../parts/file-picker.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/states.tsx";
import { fitting } from "../../picture.ts";
import { isOnline } from "../../session.ts";
import { dayOf, percent } from "../../words.ts";
import { useChain } from "./chain.ts";
import { type Mine, reasonsOf } from "./states.tsx";
import { words as attachments } from "../../words/attachments.ts";
import { words } from "../../words/window.ts";
import { words as workout } from "../../words/workout.ts";

/** Elsewhere a browser asks for a file instead. */
const hasCamera = matchMedia("(pointer: coarse)").matches;
/** The types of photos that the service takes. A phone turns its own formats into JPEG. */
const TYPES = "image/jpeg,image/png,image/gif,image/webp";

type Result = Answer<"/api/workout-window/checkin", "post">;
interface Place {
  latitude: number;
  longitude: number;
}

export function CheckInDialog(
  { mine, onDone, onClose }: { mine: Mine; onDone(): void; onClose(): void },
) {
  // After the check-in, `mine` is read again with the next date.
  const [date] = useState(mine.checkin_date!);
  const [sent, setSent] = useState<{ result: Result | null; photo: Blob }>();
  return (
    <Dialog title={sent ? words.yourCheckIn : workout.checkIn} onClose={onClose}>
      {sent ? <Outcome {...sent} date={date} onClose={onClose} /> : (
        <CheckInForm
          mine={mine}
          date={date}
          onResult={(result, photo) => {
            setSent({ result, photo });
            onDone();
          }}
        />
      )}
    </Dialog>
  );
}

/** `onResult` gets null when the check-in waits for the network. */
function CheckInForm(
  { mine, date, onResult }: {
    mine: Mine;
    date: string;
    onResult(result: Result | null, photo: Blob): void;
  },
) {
  const [photo, setPhoto] = useState<Blob>();
  const [activityType, setActivityType] = useState(mine.window!.activity_type);
  const [place, setPlace] = useState<Place>();
  const { act, errors, isBusy, setErrors } = useAct();

  // The service reads when the photo was taken, which a smaller copy does not say.
  const choosing = useAct();
  const choose = (file: File) =>
    choosing.act(async () => {
      setErrors({});
      setPhoto(await fitting(file, largest(file.type)));
    });
  function send(event: Event) {
    event.preventDefault();
    const refuse = (photo: string) => () => setErrors({ photo });
    if (!photo) return refuse(words.needsPhoto)();
    act(async () => {
      const sent = await deliver("workout_check_ins", { photo, activityType, ...place });
      onResult(sent ? sent.answer as Result : null, photo);
    }, {
      too_large: refuse(words.photoTooLarge),
      unsupported_media_type: refuse(words.noPhoto),
      invalid_input: ({ fields: [field], message }) =>
        refuse(field ? words.refused({ field: field.path, message: field.message }) : message)(),
    });
  }

  return (
    <form class="check-in" onSubmit={send}>
      {!mine.next?.is_open && (
        <p class="notice warning">
          {words.windowClosed({ day: dayOf(new Date(`${date}T12:00`)) })}
        </p>
      )}
      <Photo
        photo={photo}
        error={choosing.errors[""] ?? errors.photo}
        isBusy={isBusy || choosing.isBusy}
        onPhoto={choose}
      />
      <Select
        label={words.whatDidYouDo}
        value={activityType}
        onText={(value) => setActivityType(value as typeof activityType)}
        error={errors.activityType}
        disabled={isBusy}
      >
        {Object.entries(workout.activities).map(([value, name]) => (
          <option key={value} value={value}>{name}</option>
        ))}
      </Select>
      <Where place={place} onPlace={setPlace} isBusy={isBusy} />
      <Refusal errors={errors} shown={["photo", "activityType"]} />
      {isBusy ? <Progress /> : (
        <div class="actions">
          {!isOnline.value && <span class="hint">{words.sentLater}</span>}
          {choosing.isBusy && <span class="hint" role="status">{attachments.preparing}</span>}
          <Button look="main" type="submit" disabled={choosing.isBusy}>{words.sendCheckIn}</Button>
        </div>
      )}
    </form>
  );
}

/** An address of a photo on this device, until it is out of sight. */
function useAddress(photo?: Blob): string {
  const [address, setAddress] = useState("");
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return address;
}

function Photo({ photo, error, isBusy, onPhoto }: {
  photo?: Blob;
  error?: string;
  isBusy: boolean;
  onPhoto(photo: File): void;
}) {
  const address = useAddress(photo);
  const [isShown, setShown] = useState(true);
  useEffect(() => setShown(true), [photo]);
  return (
    <div class="field" role="group" aria-label={words.photo}>
      {address && isShown
        ? (
          <img
            class="photo"
            src={address}
            alt={words.photoToSend}
            onError={() => setShown(false)}
          />
        )
        : (
          <p class="photo none">
            <Icon name="camera" size={32} />
            {isShown ? words.photoHint : words.photoNotShown}
          </p>
        )}
      {!isBusy && (
        <div class="pickers">
          {hasCamera && (
            <FilePicker
              label={photo ? words.takeAnother : words.takePhoto}
              icon="camera"
              accept={TYPES}
              capture="environment"
              onFile={onPhoto}
            />
          )}
          <FilePicker
            label={photo && !hasCamera ? words.chooseAnother : words.chooseFile}
            accept={TYPES}
            onFile={onPhoto}
          />
        </div>
      )}
      <div aria-live="polite">{error && <p class="error">{error}</p>}</div>
    </div>
  );
}

/** The user may give the place: only they and the reviewer of the check-in see it. */
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
              <Icon name="check" size={16} />
              {words.placeSent}
            </span>
            <Button look="quiet" disabled={isBusy} onClick={() => onPlace()}>
              {words.leavePlaceOut}
            </Button>
          </>
        )
        : (
          <>
            <span class="hint">
              {state === "refused" ? words.noPlace : words.placeHint}
            </span>
            <Button look="quiet" isBusy={state === "asking"} disabled={isBusy} onClick={ask}>
              {words.addPlace}
            </Button>
          </>
        )}
    </p>
  );
}

function Progress() {
  const share = waitingOf("workout_check_ins").at(-1)?.progress ?? 0;
  return (
    <label class="field sending">
      {share < 1 ? words.sendingPhoto({ share: percent(share) }) : words.checkingPhoto}
      <progress value={share < 1 ? share : undefined} max={1} />
    </label>
  );
}

function Outcome({ result, photo, date, onClose }: {
  result: Result | null;
  photo: Blob;
  date: string;
  onClose(): void;
}) {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  const around = useChain(date, null).value?.chain;
  const isAlone = around && !around.beforeUser && !around.afterUser;
  const address = useAddress(photo);
  const sent = address && <img class="photo" src={address} alt={words.yourPhoto} />;
  if (!result) {
    return (
      <div class="check-in" ref={done} tabIndex={-1}>
        {sent}
        <div class="answer">
          <Icon name="cloud" size={32} />
          <p class="answer-title">{words.kept}</p>
          <p>
            {words.keptHint}
          </p>
        </div>
        <div class="actions">
          <Button look="main" onClick={onClose}>{words.done}</Button>
        </div>
      </div>
    );
  }
  const { checkin, battleChipsEarned, chainStatus, nextUserNotified } = result;
  const isVerified = checkin.status === "verified";
  return (
    <div class="check-in" ref={done} tabIndex={-1}>
      {sent}
      <div class={`answer ${isVerified ? "good" : ""}`}>
        <Icon name={isVerified ? "check" : "search"} size={32} />
        <p class="answer-title">{isVerified ? words.checkedIn : words.inReview}</p>
        <p>
          {isVerified
            ? workout.chipsForTeam({ count: battleChipsEarned })
            : workout.countsAfterReview}
        </p>
      </div>
      {!isVerified && (
        <ul class="reasons">
          {reasonsOf(checkin).map((reason) => <li key={reason}>{reason}</li>)}
        </ul>
      )}
      {isVerified && (
        <p class="hint">
          {isAlone
            ? words.alone
            : chainStatus === "continued"
            ? words.chainContinues
            : words.chainBeginsAnew} {nextUserNotified && words.nextIsTold}
        </p>
      )}
      <div class="actions">
        <Button look="main" onClick={onClose}>{words.done}</Button>
      </div>
    </div>
  );
}
