/** Features on trial that the service turns on for the user. Offline the last answer holds. */
import { signal } from "@preact/signals";
import { keepDraft, readDraft } from "./drafts.ts";
import { api, offline } from "./service.ts";

const flags = signal<{ of: string | null; keys: string[] }>({ of: null, keys: [] });

/** Whether a feature is on; false before the service has answered. */
export const isOn = (flag: string): boolean =>
  flags.value.of === offline.userId && flags.value.keys.includes(flag);

/** Asks the service. */
export async function readFlags(): Promise<void> {
  const of = offline.userId;
  flags.value = { of, keys: readDraft<string[]>("flags") ?? [] };
  const { feature_flags } = await api.get("/api/feature-flags", {
    params: { query: { limit: 100 } },
  });
  if (of !== offline.userId) return;
  keepDraft("flags", feature_flags);
  flags.value = { of, keys: feature_flags };
}
