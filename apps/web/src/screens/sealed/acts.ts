/** Acts on sealed notebooks: where the device stands, and failures in the words of the page. */
import { useEffect } from "preact/hooks";
import { JournalError } from "@journal/client";
import { SealedError } from "@journal/client/sealed";
import { errorsOf, useAct } from "../../act.ts";
import { say } from "../../parts/dialog.tsx";
import { words as app } from "../../words/app.ts";
import { words } from "../../words/sealed.ts";
import { sealed, start, state } from "./device.ts";

/**
 * The words for a failure; an act may have better words. `offline`: the service was not asked; `exists`:
 * the device has a passkey already.
 */
export type Said = Partial<Record<SealedError["code"] | "offline" | "exists", string>>;

/** The failure as other acts know failures. */
export function asRefusal(error: unknown, said: Said = {}): unknown {
  // The storage of the browser.
  if (error instanceof DOMException) return new JournalError(409, "sealed_storage", app.didNotWork);
  if (!(error instanceof SealedError)) return error;
  const { code, cause } = error;
  if (said.offline && cause instanceof JournalError) {
    if (cause.code !== "no_network") return cause;
    return new JournalError(409, "sealed_offline", said.offline);
  }
  if (said.exists && (cause as Error | undefined)?.name === "InvalidStateError") {
    return new JournalError(409, "sealed_exists", said.exists);
  }
  return new JournalError(409, `sealed_${code}`, said[code] ?? words.failures[code]);
}

/** `useAct` of other screens, which also knows the failures of sealed notebooks. */
export function useSealedAct() {
  const { act, ...rest } = useAct();
  return {
    ...rest,
    act: (
      work: () => Promise<unknown>,
      said?: Said,
      handle?: Parameters<typeof act>[1],
    ): Promise<boolean> =>
      act(async () => {
        try {
          await work();
        } catch (error) {
          throw asRefusal(error, said);
        }
      }, handle),
  };
}

/** Locks this device. A failure is said in a message: the screen that asked may be gone. */
export const lockNow = (): Promise<void> =>
  sealed().keys.lock().catch((error) => say(errorsOf(asRefusal(error))[""]!));

/** Where this device stands. It is found out when somebody asks. */
export function useSealedState() {
  useEffect(() => void start(), []);
  return state.value;
}
