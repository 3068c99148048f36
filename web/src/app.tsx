import { useEffect, useRef } from "preact/hooks";
import { count, nameOf } from "./words.ts";
import { Button } from "./parts/controls.tsx";
import { Questions, Toast } from "./parts/dialog.tsx";
import { Icon, Logo } from "./parts/icons.tsx";
import { Empty, Loading } from "./parts/states.tsx";
import { joining } from "./joining.ts";
import { later } from "./parts/later.tsx";
import { places } from "./places.tsx";
import { go, path } from "./router.ts";
import { SignInScreen } from "./screens/sign-in.tsx";
import { conflicts, pending, profile, unread } from "./service.ts";
import { isActing, isOnline, leave, session, sync, syncNow } from "./session.ts";

/** The page of an invitation's link, signed in or not. */
const JoinScreen = later(async () => (await import("./screens/people/join.tsx")).JoinScreen);

export function App() {
  if (session.value === "opening") {
    return (
      <main class="page">
        <Loading />
      </main>
    );
  }
  const isInvited = path.value[0] === "join" && session.value !== "reset";
  return (
    <>
      {isInvited ? <JoinScreen /> : session.value === "in" ? <Shell /> : <SignInScreen />}
      <Questions />
      <Toast />
    </>
  );
}

function Shell() {
  const [name = "today", ...rest] = path.value;
  const place = Object.hasOwn(places, name) ? places[name] : undefined;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Who has come back by the link of a mail goes on with the invitation.
    const code = joining();
    if (code) go(`/join/${code}`, { replace: true });
  }, []);
  useEffect(() => {
    document.title = place ? `${place.name} – Journal` : "Journal";
    // A new screen begins at its top, also for a reader of the screen.
    if (isFirst.current) isFirst.current = false;
    else {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [path.value.join("/")]);
  return (
    <div class={`shell ${rest.length ? "deep" : ""}`}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), main.current?.focus())}
      >
        Skip to the content
      </a>
      <nav class="bar" aria-label="Main">
        <Logo />
        <ul>
          {Object.entries(places).map(([key, { name: label, icon, on = "" }]) => (
            <li key={key} class={on}>
              <a
                href={`#/${key}`}
                aria-current={key === name || (key === "more" && place?.on === "desktop")
                  ? "page"
                  : undefined}
              >
                <Icon name={icon} size={22} />
                <span>{label}</span>
                {(key === "me" || key === "more") && unread.value > 0 && (
                  <span class="badge" aria-label={`${unread.value} unread`}>{unread.value}</span>
                )}
              </a>
            </li>
          ))}
        </ul>
        <Connection />
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <Notices />
        {place ? <place.Screen /> : (
          <div class="page">
            <h1 class="hidden">Not found</h1>
            <Empty icon="search" title="There is nothing at this address">
              <a class="button main" href="#/today">To today</a>
            </Empty>
          </div>
        )}
      </main>
    </div>
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
      {conflict && !isDeciding && (
        <p class="notice warning" role="status">
          <Icon name="warning" />
          <span>{count(conflicts.value.length, "edit")} to decide.</span>
          <a href={`#/journal/conflicts/${conflict.id}`}>Have a look</a>
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
    : "Up to date";
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
