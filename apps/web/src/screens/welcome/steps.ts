/** Chooses the next question of the first minutes. The service keeps the answers. */
import { computed } from "@preact/signals";
import { openedEntries } from "../../sealed.ts";
import { entries, fromCopies, goals, isWhole, offline, profile } from "../../service.ts";
import { isActing, syncNow } from "../../session.ts";
import type { Kinds } from "@journal/client";

export const steps = ["name", "goal", "reminder", "moods", "write", "friend"] as const;
export type Step = typeof steps[number];

const hasReminder = fromCopies(() => offline.list("reminders").length > 0);

/** A question that the user has answered elsewhere is left out. */
const isKnown: Record<Step, (own: Kinds["profile"]) => boolean> = {
  name: (own) => own.full_name !== null,
  goal: () => goals.value.length > 0,
  reminder: () => hasReminder.value,
  moods: (own) => own.preferences.mood_asked === true || !own.mood_analysis_enabled,
  write: () => entries.value.length > 0,
  friend: () => false,
};

/** The first question that is open; null for somebody who has written, or has been through them. */
export function nextStep(): Step | null {
  const own = profile.value;
  if (!own || !isWhole.value || isActing.value) return null;
  const at = own.preferences.welcome ?? steps[0];
  if (entries.value.length > 0 && at !== "friend") return null;
  const open = steps.slice(steps.indexOf(at as Step));
  return steps.includes(at as Step) ? open.find((step) => !isKnown[step](own)) ?? null : null;
}

const DAY = 86_400_000;

/** The first page of the journal, until its author has seen it as such. */
export const firstPage = computed(() => {
  const [page, other] = entries.value;
  const isSeen = profile.value?.preferences.first_page ?? !profile.value;
  // A sealed page that this device has not opened would be an empty one.
  const isShut = page?.is_sealed && !openedEntries.value.has(page.id);
  return page && !other && !isSeen && !isShut && isWhole.value && !isActing.value &&
    Date.parse(page.written_at) > Date.now() - DAY && page;
});

/** Ends the questions. An open question about moods gets the answer no. */
export const skipAll = (): Promise<void> =>
  isKnown.moods(profile.value!)
    ? goOn(null)
    : goOn(null, { mood_analysis_enabled: false, preferences: { mood_asked: true } });

/** Keeps an answer and goes on with the next question; without a step the questions are over. */
export async function goOn(
  step: Step | null,
  { preferences, ...fields }: Partial<Kinds["profile"]> = {},
): Promise<void> {
  const welcome = (step && steps[steps.indexOf(step) + 1]) ?? "done";
  await offline.update("profile", offline.userId!, {
    ...fields,
    preferences: { ...profile.value?.preferences, ...preferences, welcome },
  });
  syncNow();
}
