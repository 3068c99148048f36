/** Acts that send something to the AI provider. Each says so, and asks when consent is missing. */
import "./parts.css";
import type { ComponentProps } from "preact";
import { useId } from "preact/hooks";
import { mayUseAi as mayUse } from "@journal/client";
import { offline } from "../service.ts";
import { isActing, syncNow } from "../session.ts";
import { Button } from "./controls.tsx";
import { confirm } from "./dialog.tsx";
import { words } from "../words/parts.ts";

/** Answers whether an act may go on, and asks the user who has not agreed; a yes is kept. */
export async function mayUseAi(): Promise<boolean> {
  const ask = () => confirm(words.askAi, words.askAiHint, words.yes, "main", words.noThanks);
  const isYes = await mayUse(offline, ask, { keeps: !isActing.value });
  if (offline.pending) syncNow();
  return isYes;
}

/** The label beside every act that sends something to the AI provider. */
export const UsesAi = ({ id, hint }: { id?: string; hint?: string }) => (
  <span class="hint" id={id}>{words.usesAi} {hint}</span>
);

/** A button that begins such an act. */
export function AiButton(
  { hint, onClick, ...rest }: Omit<ComponentProps<typeof Button>, "onClick"> & {
    /** A sentence more, such as how long it takes. */
    hint?: string;
    onClick(): unknown;
  },
) {
  const id = useId();
  return (
    <span class="ai-act">
      <Button
        icon="spark"
        aria-describedby={id}
        {...rest}
        onClick={async () => await mayUseAi() && onClick()}
      />
      <UsesAi id={id} hint={hint} />
    </span>
  );
}
