import { z } from "@hono/zod-openapi";
import { keyset } from "../../shared/fields/pages.ts";

/** The kinds of movements of drops. */
export const transactionType = z.enum([
  "signup_bonus",
  "monthly_recurring",
  "purchase",
  "refund",
  "admin_adjustment",
]).openapi("DropTransactionType");

/** The order of a user's movements. */
export const latestFirst = keyset({ id: "integer" });
