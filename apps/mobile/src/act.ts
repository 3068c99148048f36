import { JournalError } from "@journal/client";
import type { SealedFailure } from "@journal/client/sealed";
import { useRef, useState } from "react";
import { inWords } from "./refusals";
import { words } from "./words";

/** The words about an error for a person. */
export function said(error: unknown): string {
  if (!(error instanceof JournalError)) return words.errors.other;
  return error.code === "no_network" ? words.errors.noNetwork : inWords(error);
}

/** Words for failures of sealed notebooks; `offline`: the service could not be asked. */
type Said = Partial<Record<SealedFailure | "offline", string>>;

/** Runs an act; its failures by name have words of the app. The client is loaded later. */
export async function sealedAct(work: () => Promise<void>, said: Said = {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SealedError") throw error;
    const { code, cause } = error as Error & { code: SealedFailure };
    const { offline } = said;
    if (offline && cause instanceof JournalError) {
      if (cause.code !== "no_network") throw cause;
      throw new JournalError(409, "sealed_offline", offline);
    }
    throw new JournalError(409, `sealed_${code}`, said[code] ?? words.sealed.failures[code]);
  }
}

/** Does one thing at a time, and keeps the message of a failure. */
export function useAct() {
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  async function act(work: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(said(error));
      if (!(error instanceof JournalError)) console.error(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { isBusy, problem, setProblem, act };
}
