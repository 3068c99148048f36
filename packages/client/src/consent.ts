/**
 * Whether the user lets AI have their words. Ask with `mayUseAi` before an act that calls the AI
 * provider, and with `askAboutMoods` before an entry is saved. The apps show the question.
 */
import { JournalError } from "./errors.ts";
import type { Kinds } from "./offline/kinds.ts";
import type { Offline } from "./offline/offline.ts";

/** Shows a question, and answers whether the user has said yes. */
type Ask = () => Promise<boolean>;

/**
 * Whether the user has agreed that AI gets the words of an act: in the question of an act or by the
 * switch under Privacy; without either, by letting AI find moods or letting the assistant read.
 */
export const hasAgreed = (own: Kinds["profile"]): boolean =>
  typeof own.preferences.ai_acts === "boolean"
    ? own.preferences.ai_acts
    : own.read_notes_enabled || findsMoods(own);

/** Whether the user has agreed that AI finds the moods of entries. */
export const findsMoods = (
  { preferences, mood_analysis_enabled }: Kinds["profile"],
): boolean => mood_analysis_enabled && preferences.mood_asked === true;

/** The user's profile, fetched where the device has none: another device may have been asked. */
async function known(offline: Offline): Promise<Kinds["profile"] | undefined> {
  if (!offline.profile) {
    await offline.sync().catch((error) => {
      if (!(error instanceof JournalError)) throw error;
    });
  }
  return offline.profile;
}

/**
 * Answers whether an act may call the AI provider, and asks the user who has not agreed. A yes is kept
 * in `preferences.ai_acts`, unless somebody else acts as the user (`keeps: false`).
 */
export async function mayUseAi(
  offline: Offline,
  ask: Ask,
  { keeps = true } = {},
): Promise<boolean> {
  const { userId } = offline;
  const before = await known(offline);
  if (offline.userId !== userId) return false;
  if (before && hasAgreed(before)) return true;
  // Another user may have signed in while the question stood.
  if (!await ask() || offline.userId !== userId) return false;
  const own = offline.profile;
  if (own && keeps) {
    await offline.update("profile", own.id, { preferences: { ...own.preferences, ai_acts: true } });
  }
  return true;
}

/**
 * Asks once whether AI may find the moods of entries, before the first of them goes to the service. The
 * answer goes there before the entry.
 */
export async function askAboutMoods(offline: Offline, ask: Ask): Promise<void> {
  const { userId } = offline;
  const before = await known(offline);
  if (before && (before.preferences.mood_asked || !before.mood_analysis_enabled)) return;
  const mood_analysis_enabled = await ask();
  if (!userId || offline.userId !== userId) return;
  const preferences = { ...offline.profile?.preferences, mood_asked: true };
  await offline.update("profile", userId, { mood_analysis_enabled, preferences });
}
