import { z } from "zod";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Checks } from "../database/schema.ts";
import { describeError, log } from "../base/log.ts";

/** The purpose of an AI call. */
type UsageType = Checks["token_usage"]["type"];

/** The verified user for whom an AI call is made, its purpose, and its entry, pack or drop. */
export interface Spending {
  userId: string;
  type: UsageType;
  entryId?: string;
  tonePackId?: string;
  dropId?: string;
}

/** `hd` images cost twice as much. */
export type Quality = "standard" | "hd";

/** The billed usage of a call, by the counts of the provider. */
export interface Billed {
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** The number of images and their quality. */
  images?: number;
  quality?: Quality;
  /** The length of sound that is billed by it. */
  seconds?: number;
}

/** A count of the provider; a missing or absurd count becomes 0. */
export const count = z.int().min(0).max(2_147_483_647).catch(0);

/** The parts of a call that decide about its cost. */
interface Asked {
  images?: number;
  quality?: Quality;
  /** The length of sound. */
  seconds?: number;
}

/**
 * Refuses a call that the budgets of the day would refuse now, for routes that have other work first.
 *
 * @throws {HttpError} see `withinBudget`.
 */
export async function requireBudget({ userId }: Spending, asked: Asked): Promise<void> {
  must(
    await serviceClient().rpc("require_ai_budget", {
      p_user_id: userId,
      p_images: asked.images,
      p_quality: asked.quality,
    }),
  );
}

/**
 * Makes a call within the budgets of the day, which count it from its beginning. `make` is given the
 * function that records what the provider has billed; when it ends without that, the call does not
 * count.
 *
 * @throws {HttpError} 503 `ai_limit_reached` once the calls of all users, or of all free ones, have
 * cost what super admins allow for a day; 429 `daily_quota_reached` once those of the user have, or
 * the user has no image left; 403 `subscription_needed` for images of a quality for subscribers.
 */
export async function withinBudget<T>(
  spending: Spending,
  asked: Asked,
  make: (record: (billed: Billed) => Promise<void>) => Promise<T>,
): Promise<T> {
  const call = await beginCall(spending, asked);
  try {
    return await make(call.record);
  } finally {
    await call.end();
  }
}

/** The beginning of `withinBudget`, for a call that is not a single function. */
export async function beginCall(spending: Spending, asked: Asked = {}) {
  const p_call_id = must(
    await serviceClient().rpc("begin_ai_call", {
      p_user_id: spending.userId,
      p_type: spending.type,
      p_images: asked.images,
      p_quality: asked.quality,
      p_seconds: asked.seconds,
    }),
  );
  let isRecorded = false;
  return {
    record: async (billed: Billed) => {
      isRecorded = true;
      await recordUsage(spending, billed, p_call_id);
    },
    /** Ends a call that was not recorded: it does not count. */
    end: async () => {
      if (isRecorded) return;
      const { error } = await serviceClient().rpc("end_ai_call", { p_call_id });
      if (error) log("warn", "an AI call was not ended", { error: describeError(error) });
    },
  };
}

/**
 * Records one call that the provider has billed. Never throws, so that a paid result is not lost
 * because its usage could not be written; the log then holds the counts.
 */
export async function recordUsage(
  spending: Spending,
  billed: Billed,
  callId?: string,
): Promise<void> {
  try {
    must(
      await serviceClient().rpc("record_token_usage", {
        p_user_id: spending.userId,
        p_type: spending.type,
        p_model: billed.model,
        p_input_tokens: billed.inputTokens,
        p_output_tokens: billed.outputTokens,
        p_images: billed.images ?? 0,
        p_quality: billed.quality ?? "standard",
        p_seconds: billed.seconds ?? 0,
        p_entry_id: spending.entryId,
        p_tone_pack_id: spending.tonePackId,
        p_drop_id: spending.dropId,
        p_call_id: callId,
      }),
    );
  } catch (error) {
    log("error", "token usage not recorded", {
      ...spending,
      ...billed,
      error: describeError(error),
    });
  }
}
