/** Acts on sealed notebooks: where the device stands, and failures in the words of the page. */
import { useEffect } from "preact/hooks";
import { JournalError } from "@journal/client";
import { SealedError } from "@journal/client/sealed";
import { useAct } from "../../act.ts";
import { words } from "../../words/sealed.ts";
import { start, state } from "./device.ts";

/** The words for a failure; an act may have better words. */
export type Said = Partial<Record<SealedError["code"], string>>;

/** The failure as other acts know failures. */
export const asRefusal = (error: unknown, said: Said = {}): unknown =>
  error instanceof SealedError
    ? new JournalError(409, `sealed_${error.code}`, said[error.code] ?? words.failures[error.code])
    : error;

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

/** Where this device stands. It is found out when somebody asks. */
export function useSealedState() {
  useEffect(() => void start(), []);
  return state.value;
}
