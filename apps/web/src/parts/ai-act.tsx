/** Acts that send something to the AI provider: each says so, and asks where consent is missing. */
import "./ai-act.css";
import type { ComponentProps } from "preact";
import { useId } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { offline, profile } from "../service.ts";
import { isActing, syncNow } from "../session.ts";
import { Button } from "./controls.tsx";
import { confirm } from "./dialog.tsx";
import { words } from "../words/en/parts.ts";

/**
 * Whether the user has agreed that AI gets what they ask it for: with the question of an act or the
 * switch under Privacy, else with letting AI find moods or the assistant read.
 */
export const hasAgreed = (
  { preferences, mood_analysis_enabled, read_notes_enabled }: Kinds["profile"],
): boolean =>
  typeof preferences.ai_acts === "boolean"
    ? preferences.ai_acts
    : read_notes_enabled || mood_analysis_enabled && preferences.mood_asked === true;

/** Answers whether an act may go on, and asks the user who has not agreed; a yes is kept. */
export async function mayUseAi(): Promise<boolean> {
  // Another device may have been asked.
  if (!profile.value) await syncNow();
  const own = profile.value;
  if (own && hasAgreed(own)) return true;
  const isYes = await confirm(words.askAi, words.askAiHint, words.yes, "main", words.noThanks);
  if (isYes && own && !isActing.value) {
    const preferences = { ...own.preferences, ai_acts: true };
    await offline.update("profile", own.id, { preferences });
    syncNow();
  }
  return isYes;
}

/** What stands beside every act that sends something to the AI provider. */
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
