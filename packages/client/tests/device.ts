/** Devices of a person, whose network can be cut. */
import { onTestFinished } from "vitest";
import { createJournalClient, type DeviceStorage, memoryStorage } from "@journal/client";
import type { Person } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";

/** The fate of a request: its answer comes, it is lost, or it arrives and its answer is lost. */
type Fate = "arrives" | "lost" | "answer lost";

/**
 * A device on which the person has signed in, and which has synchronized once; `project` is the address
 * at which it finds the service.
 */
export async function device(
  who: Person,
  storage: DeviceStorage = memoryStorage(),
  project = platform.api_url,
) {
  const requests: Request[] = [];
  const network = {
    fate: "arrives" as Fate,
    /** Answers that replace the service's; undefined stands for the service's own. */
    answers: [] as (Response | undefined)[],
    /** Until when answers are held. */
    held: Promise.resolve(),
    /** The method of the requests whose answers are held; undefined for all. */
    holds: undefined as string | undefined,
  };
  const client = createJournalClient(project, platform.publishable_key, {
    storage,
    supabase: { auth: { persistSession: false, autoRefreshToken: false } },
    async fetch(request, progress) {
      if (network.fate === "lost") throw new TypeError("fetch failed");
      progress?.(0.5);
      requests.push(request.clone());
      const response = network.answers.shift() ?? await fetch(request);
      if (!network.holds || network.holds === request.method) await network.held;
      if (network.fate === "arrives") return response;
      await response.body?.cancel();
      throw new TypeError("fetch failed");
    },
  });
  const { email, password } = who;
  const { error } = await client.supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
  await client.offline.open(who.id);
  await client.offline.sync();
  requests.length = 0;
  onTestFinished(() => client.offline.close());
  return { ...client, network, requests, storage };
}
