import { JournalError } from "@journal/client";
import { useRef, useState } from "react";
import { words } from "./words";

/** The words about an error for a person. */
export function said(error: unknown): string {
  if (!(error instanceof JournalError)) return words.errors.other;
  return error.code === "no_network" ? words.errors.noNetwork : error.message;
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
