import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, JournalError } from "@journal/client";
import { api } from "../../service.ts";

export type Calculator = Answer<"/api/lab/calculators", "get">["calculators"][number];
export type Evaluation = Answer<"/api/lab/calculators/{calculator}", "post">;
export interface Question {
  calculator: string;
  inputs: Record<string, number>;
  along: { input: string; values: number[] };
}

/** Milliseconds between two questions: the service takes 300 requests a minute of one user. */
const PAUSE = 220;

/**
 * The results of the inputs, from the service. While the inputs change, one question is asked at a
 * time and the newest waits, so that the last answer belongs to the last inputs.
 */
export function useCalculation(question: Question) {
  const [answer, setAnswer] = useState<{ to: Question; is: Evaluation }>();
  const [failure, setFailure] = useState<JournalError>();
  const [isBusy, setBusy] = useState(false);
  const state = useRef({ newest: question, asked: "", isAsking: false, isShown: true }).current;
  state.newest = question;

  async function ask() {
    if (state.isAsking) return;
    state.isAsking = true;
    setBusy(true);
    while (state.isShown && state.asked !== JSON.stringify(state.newest)) {
      const to = state.newest;
      const { calculator, inputs, along } = to;
      state.asked = JSON.stringify(to);
      const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
      try {
        const is = await api.post("/api/lab/calculators/{calculator}", {
          params: { path: { calculator } },
          body: { inputs, along },
        });
        setAnswer({ to, is });
        setFailure(undefined);
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        setFailure(error);
      }
      await pause;
    }
    state.isAsking = false;
    setBusy(false);
  }
  useEffect(() => void ask(), [JSON.stringify(question)]);
  useEffect(() => () => void (state.isShown = false), []);

  const retry = () => {
    state.asked = "";
    ask();
  };
  return { answer, failure, isBusy, retry };
}
