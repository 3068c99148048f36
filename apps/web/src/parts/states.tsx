import type { ComponentChildren } from "preact";
import type { Failure, Remote } from "../remote.ts";
import { isOnline, sync, syncNow } from "../session.ts";
import { Button } from "./controls.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { words } from "../words/app.ts";
import { words as common } from "../words/common.ts";
import type { Errors } from "../act.ts";

/** Says that there is nothing yet, and how to begin. */
export const Empty = (
  { icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren },
) => (
  <div class="state">
    <Icon name={icon} size={32} />
    <p class="state-title">{title}</p>
    {children && <div class="state-text">{children}</div>}
  </div>
);

export const Loading = (
  { lines = 3, label = words.loading }: { lines?: number; label?: string },
) => (
  <div class="loading" role="status">
    <span class="hidden">{words.isLoading({ what: label })}</span>
    {Array.from({ length: lines }, (_, index) => <span class="bone" key={index} />)}
  </div>
);

export const Failed = ({ failure, retry }: { failure: Failure; retry(): void }) => (
  <div class="state" role="status">
    <Icon name={failure.isOffline ? "offline" : "warning"} size={32} />
    <p class="state-title">{failure.isOffline ? words.needsNetwork : words.didNotWork}</p>
    <div class="state-text">
      <p>
        {failure.isOffline ? words.needsNetworkHint : failure.message}
      </p>
      <Button onClick={retry}>{common.tryAgain}</Button>
    </div>
  </div>
);

/** Content from the service, in each of its states. */
export function Loaded<T>({ remote: { value, failure, retry }, label, lines, children }: {
  remote: Pick<Remote<T>, "value" | "failure" | "retry">;
  /** The name of the loading content. */
  label: string;
  lines?: number;
  children(value: T): ComponentChildren;
}) {
  if (value !== undefined) return <>{children(value)}</>;
  return failure
    ? <Failed failure={failure} retry={retry} />
    : <Loading lines={lines} label={label} />;
}

/** Before the copies have come to this device for the first time. */
export const NoCopiesYet = ({ lines, label }: { lines?: number; label: string }) => {
  if (isOnline.value && sync.value !== "failed") return <Loading lines={lines} label={label} />;
  const failure = {
    isOffline: !isOnline.value,
    message: words.noAnswer,
  };
  return <Failed failure={failure} retry={syncNow} />;
};

/** The refusals that none of the fields in `shown` shows. */
export function Refusal(
  { errors, shown = [], children }: {
    errors: Errors;
    shown?: string[];
    /** A way to mend the cause. */
    children?: ComponentChildren;
  },
) {
  const others = Object.entries(errors).filter(([path]) => !shown.includes(path));
  return (
    <div aria-live="polite">
      {others.map(([path, message]) => (
        <p class="error" key={path}>{path ? `${path}: ${message}` : message} {children}</p>
      ))}
    </div>
  );
}
