/** What a person does at the service itself, with all that may come of it. */
import { useState } from "preact/hooks";
import { JournalError } from "journal-client";

/** What the service refuses: by field, and as a whole under the empty name. */
export type Errors = Record<string, string>;

export function errorsOf(error: unknown): Errors {
  if (!(error instanceof JournalError)) throw error;
  if (error.status === 0) return { "": "This needs a network. Try again when it is back." };
  if (!error.fields.length) return { "": error.message };
  return Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
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
