import { z } from "zod";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Checks } from "../database/schema.ts";
import { describeError, log } from "../base/log.ts";

/** The purpose of an AI call. */
type UsageType = Checks["token_usage"]["type"];

/** The user an AI call is made for, who has been verified, and what it is about. */
export interface Spending {
  userId: string;
  type: UsageType;
  entryId?: string;
  tonePackId?: string;
  dropId?: string;
}

/** `hd` images cost twice as much. */
export type Quality = "standard" | "hd";

/** What the provider has billed, by its own counts. */
export interface Billed {
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** For images: how many of which quality. */
  images?: number;
  quality?: Quality;
  /** For sound that is billed by its length. */
  seconds?: number;
}

/** A count as the provider gives it; one that is missing or absurd counts as nothing. */
export const count = z.int().min(0).max(2_147_483_647).catch(0);

/**
 * Refuses with 503 once the calls of today have cost what super admins allow for a day, or those of
 * the user a quarter of it.
 */
export async function requireBudget({ userId }: Spending): Promise<void> {
  must(await serviceClient().rpc("require_ai_budget", { p_user_id: userId }));
}

/**
 * Records one call that the provider has billed. Never throws: what was paid for is not thrown away
 * because it could not be written down; the log then holds the counts.
 */
export async function recordUsage(spending: Spending, billed: Billed): Promise<void> {
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
