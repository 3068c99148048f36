/** The gate before sealed notebooks: the set-up, a new device, or a locked device. */
import "./sealed.css";
import type { ComponentChildren } from "preact";
import { later } from "../../parts/later.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { syncNow } from "../../session.ts";
import { words } from "../../words/sealed.ts";
import { useSealedState } from "./acts.ts";
import { start } from "./device.ts";
import { Unlock } from "./unlock.tsx";

const SetUp = later(async () => (await import("./set-up.tsx")).SetUp);
const NewDevice = later(async () => (await import("./new-device.tsx")).NewDevice);

/** Shows `children` where this device is open. */
export function Gate({ children }: { children: ComponentChildren }) {
  switch (useSealedState()) {
    case "opening":
      return <Loading label={words.title} />;
    case "unknown":
      return (
        <Failed
          failure={{ isOffline: !navigator.onLine, message: words.notAsked }}
          retry={() => void start().then(({ keys }) => keys.check()).then(syncNow)}
        />
      );
    case "none":
      return <SetUp />;
    case "new_device":
      return <NewDevice />;
    case "locked":
      return <Unlock />;
    case "open":
      return <>{children}</>;
  }
}
