import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { count, nameOf } from "./words.ts";
import { words } from "./words/en/first-sync.ts";
import { Button } from "./parts/controls.tsx";
import { Questions, Toast } from "./parts/dialog.tsx";
import { Icon } from "./parts/icons.tsx";
import { Shell } from "./parts/shell.tsx";
import { Empty, Loading } from "./parts/states.tsx";
import { joining } from "./joining.ts";
import { later } from "./parts/later.tsx";
import { places } from "./places.tsx";
import { go, path, subject } from "./router.ts";
import { SignInScreen } from "./screens/sign-in.tsx";
import { conflicts, entries, isWhole, pending, profile, refused, unread } from "./service.ts";
import { heard, isActing, isOnline, leave, session, sync, syncNow } from "./session.ts";

/** Where links lead to that others send, signed in or not. */
const linked: Record<string, ComponentType | undefined> = {
  join: later(async () => (await import("./screens/people/join.tsx")).JoinScreen),
  confirm: later(async () => (await import("./screens/confirm.tsx")).ConfirmScreen),
};

const Shortcuts = later(async () => (await import("./parts/shortcuts.tsx")).Shortcuts, true);
const Arrival = later(async () => (await import("./screens/arrival.tsx")).Arrival, true);

export function App() {
  if (session.value === "opening") {
    return (
      <main class="page">
        <Loading />
      </main>
    );
  }
  const Linked = linked[path.value[0] ?? ""];
  return (
    <>
      {Linked ? <Linked /> : session.value === "in" ? <Frame /> : <SignInScreen />}
      <Questions />
      <Toast />
    </>
  );
}

function Frame() {
  const [name = "today"] = path.value;
  const place = Object.hasOwn(places, name) ? places[name] : undefined;
  useEffect(() => {
    // Who has come back by the link of a mail goes on with the invitation.
    const code = joining();
    if (code) go(`/join/${code}`, { replace: true });
  }, []);
  return (
    <Shell
      title={[subject.value ?? place?.name, "Journal"].filter(Boolean).join(" – ")}
      places={places}
      current={(key) => key === name || (key === "more" && place?.on === "desktop")}
      mark={(key) =>
        (key === "me" || key === "more") && unread.value > 0 && (
          <span class="badge" aria-label={`${unread.value} unread`}>{unread.value}</span>
        )}
      foot={<Connection />}
    >
      <Notices />
      {heard.value > 0 && <Arrival />}
      <Shortcuts />
      {place ? <place.Screen /> : (
        <div class="page">
          <h1 class="hidden">Not found</h1>
          <Empty icon="search" title="There is nothing at this address">
            <a class="button main" href="#/today">To today</a>
          </Empty>
        </div>
      )}
    </Shell>
  );
}

/** Signing out ends the session of the user, and with it the impersonation. */
async function stopActing() {
  await syncNow();
  await leave();
}

/** What has to be known on every screen: whose it is, no network, or something to decide. */
function Notices() {
  const [conflict] = conflicts.value;
  const isDeciding = path.value[1] === "conflicts";
  return (
    <>
      {isActing.value && (
        <p class="notice warning" role="status">
          <Icon name="people" />
          <span>
            You act as {profile.value ? nameOf(profile.value) : "a user"}. The audit log has it.
          </span>
          <Button onClick={stopActing}>Stop</Button>
        </p>
      )}
      {!isOnline.value && (
        <p class="notice" role="status">
          <Icon name="offline" />
          <span>
            No network. You can go on writing
            {pending.value > 0 && `: ${count(pending.value, "change")} will be sent later`}.
          </span>
        </p>
      )}
      {!isWhole.value && entries.value.length > 0 && (
        <p class="notice" role="status">
          <Icon name="cloud" />
          <span>
            {isOnline.value && sync.value !== "failed"
              ? words.missing({ count: entries.value.length })
              : words.waiting({ count: entries.value.length })}
          </span>
        </p>
      )}
      {conflict && !isDeciding && (
        <p class="notice warning" role="status">
          <Icon name="warning" />
          <span>{count(conflicts.value.length, "edit")} to decide.</span>
          <a href={`#/journal/conflicts/${conflict.id}`}>Have a look</a>
        </p>
      )}
      {refused.value.length > 0 && path.value[1] !== "waiting" && (
        <p class="notice warning" role="status">
          <Icon name="warning" />
          <span>{count(refused.value.length, "thing")} could not be sent.</span>
          <a href="#/me/waiting">Have a look</a>
        </p>
      )}
    </>
  );
}

function Connection() {
  const isWaiting = pending.value > 0;
  const text = !isOnline.value
    ? "Offline"
    : sync.value === "failed"
    ? "Not sent yet"
    : isWaiting
    ? "Sending …"
    : isWhole.value
    ? "Up to date"
    : words.fetching;
  return (
    <p class="connection" data-pending={pending.value}>
      <Icon name={isOnline.value ? "cloud" : "offline"} size={18} />
      <span>{text}{isWaiting && ` · ${count(pending.value, "change")}`}</span>
      {isOnline.value && sync.value === "failed" && (
        <Button look="quiet" onClick={syncNow}>Try again</Button>
      )}
    </p>
  );
}
