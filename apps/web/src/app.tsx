import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { nameOf } from "./words.ts";
import { Button } from "./parts/controls.tsx";
import { Questions, Toast } from "./parts/dialog.tsx";
import { Icon } from "./parts/icons.tsx";
import { Shell } from "./parts/shell.tsx";
import { Empty, Loading } from "./parts/states.tsx";
import { joining } from "./joining.ts";
import { later } from "./parts/later.tsx";
import { placeOf, readFlags, shownPlaces } from "./places.tsx";
import { go, path, subject } from "./router.ts";
import { conflicts, entries, isWhole, joys, pending, profile, refused, unread } from "./service.ts";
import { heard, isActing, isOnline, leave, session, sync, syncNow } from "./session.ts";
import { firstPage, nextStep } from "./screens/welcome/steps.ts";
import { words as common } from "./words/common.ts";
import { words } from "./words/app.ts";
import { words as firstSync } from "./words/first-sync.ts";

/** Screens behind links from others, for people signed in or not. */
const linked: Record<string, ComponentType | undefined> = {
  join: later(async () => (await import("./screens/people/join.tsx")).JoinScreen),
  connect: later(async () => (await import("./screens/connect.tsx")).ConnectScreen),
  confirm: later(async () => (await import("./screens/confirm.tsx")).ConfirmScreen),
};

const SignInScreen = later(async () => (await import("./screens/sign-in.tsx")).SignInScreen);
const Shortcuts = later(async () => (await import("./parts/shortcuts.tsx")).Shortcuts, true);
const Joys = later(async () => (await import("./screens/joys/joys.tsx")).Joys, true);
const FirstPage = later(async () => (await import("./screens/welcome/first-page.tsx")).FirstPage);
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
  const [name = "today", pane, part] = path.value;
  const place = placeOf(name);
  // A person who writes is not interrupted.
  const page = pane !== "new" && part !== "edit" && firstPage.value;
  useEffect(() => {
    // A person who has come back by the link of a mail goes on where they began.
    const begun = joining();
    if (begun) go(begun, { replace: true });
    // Without an answer the former flags hold.
    readFlags().catch(() => {});
    // Photos may be sealed elsewhere while no screen shows any.
    import("./photos.ts").catch(() => {/* With the next screen of photos. */});
  }, []);
  return (
    <Shell
      title={[subject.value ?? place?.name, common.journal].filter(Boolean).join(" – ")}
      places={Object.fromEntries(shownPlaces())}
      isBare={!!page || name === "today" && nextStep() !== null}
      current={(key) => key === name || (key === "more" && place?.on === "desktop")}
      mark={(key) =>
        (key === "me" || key === "more") && unread.value > 0 && (
          <span class="badge" aria-label={words.unread({ count: unread.value })}>
            {unread.value}
          </span>
        )}
      foot={<Connection />}
    >
      <Notices />
      {!page && joys.value.length > 0 && <Joys />}
      {heard.value > 0 && <Arrival />}
      <Shortcuts />
      {page ? <FirstPage page={page} /> : place ? <place.Screen /> : (
        <div class="page">
          <h1 class="hidden">{words.notFound}</h1>
          <Empty icon="search" title={words.nothingHere}>
            <a class="button main" href="#/today">{words.toToday}</a>
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

/** The notices of every screen: acting as a user, no network, a question to decide. */
function Notices() {
  const [conflict] = conflicts.value;
  const isDeciding = path.value[1] === "conflicts";
  return (
    <>
      {isActing.value && (
        <p class="notice warning" role="status">
          <Icon name="people" />
          <span>
            {profile.value ? words.actingAs({ name: nameOf(profile.value) }) : words.actingAsUser}
          </span>
          <Button onClick={stopActing}>{words.stop}</Button>
        </p>
      )}
      {!isOnline.value && (
        <p class="notice" role="status">
          <Icon name="offline" />
          <span>
            {words.offline} {pending.value > 0 && words.sentLater({ count: pending.value })}
          </span>
        </p>
      )}
      {!isWhole.value && entries.value.length > 0 && (
        <p class="notice" role="status">
          <Icon name="cloud" />
          <span>
            {isOnline.value && sync.value !== "failed"
              ? firstSync.missing({ count: entries.value.length })
              : firstSync.waiting({ count: entries.value.length })}
          </span>
        </p>
      )}
      {conflict && !isDeciding && (
        <p class="notice warning" role="status">
          <Icon name="warning" />
          <span>{words.conflicts({ count: conflicts.value.length })}</span>
          <a href={`#/journal/conflicts/${conflict.id}`}>{words.haveALook}</a>
        </p>
      )}
      {refused.value.length > 0 && path.value[1] !== "waiting" && (
        <p class="notice warning" role="status">
          <Icon name="warning" />
          <span>{words.notSent({ count: refused.value.length })}</span>
          <a href="#/me/waiting">{words.haveALook}</a>
        </p>
      )}
    </>
  );
}

function Connection() {
  const isWaiting = pending.value > 0;
  const text = !isOnline.value
    ? words.offlineState
    : sync.value === "failed"
    ? words.notSentYet
    : isWaiting
    ? words.sendingState
    : isWhole.value
    ? words.upToDate
    : firstSync.fetching;
  return (
    <p class="connection" data-pending={pending.value}>
      <Icon name={isOnline.value ? "cloud" : "offline"} size={18} />
      <span>{text}{isWaiting && ` · ${words.changes({ count: pending.value })}`}</span>
      {isOnline.value && sync.value === "failed" && (
        <Button look="quiet" onClick={syncNow}>{common.tryAgain}</Button>
      )}
    </p>
  );
}
