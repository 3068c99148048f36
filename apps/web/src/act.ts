/** Acts of a person at the service itself: their progress, refusals and success. */
import { useRef, useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import { inWords } from "./refusals.ts";
import { failureOf } from "./remote.ts";
import { words } from "./words/app.ts";

/** The refusals of the service: by field, and of the whole under the empty name. */
export type Errors = Record<string, string>;

export function errorsOf(error: unknown): Errors {
  const { isOffline, message } = failureOf(error);
  if (isOffline) return { "": words.offlineTryLater };
  const { fields } = error as JournalError;
  if (!fields.length) return { "": message };
  return Object.fromEntries(fields.map((field) => [field.path, inWords(field)]));
}

/**
 * An act, whether it goes on, and why the service refused it. `act` answers whether it succeeded;
 * codes that `handle` knows are not refusals to show but to act upon.
 */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  async function act(
    work: () => Promise<unknown>,
    handle: Record<string, (error: JournalError) => unknown> = {},
  ): Promise<boolean> {
    setBusy(true);
    setErrors({});
    try {
      await work();
      return true;
    } catch (error) {
      const known = error instanceof JournalError ? handle[error.code] : undefined;
      if (known) await known(error as JournalError);
      else setErrors(errorsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, errors, act, setErrors };
}

/** Work that does not begin again while it goes on: a double click would write twice. */
export function useOnce<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isBusy = useRef(false);
  return async (...args) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work(...args);
    } finally {
      isBusy.current = false;
    }
  };
}
