import { newestFirst } from "../../shared/fields/pages.ts";
import { beside, f, found, part, z } from "../../shared/http/declare.ts";

/** The page of the kit's waitlist. */
export const routes = part();

const Signup = z.object({
  id: f.uuid,
  email: z.string().openapi({ example: "ana@example.com" }),
  name: z.string().nullable(),
  notes: z.string().nullable(),
  country: z.string().nullable().openapi({ description: "ISO 3166-1 alpha-2.", example: "ES" }),
  created_at: f.timestamp,
}).openapi("KitWaitlistSignup");

routes.list("/admin/kit-waitlist", {
  auth: "super_admin",
  operationId: "listKitWaitlist",
  summary: "List the kit's waitlist, newest first, with the decision gate",
  items: { signups: Signup },
  beside: beside({
    total: z.int().openapi({ description: "Of all signups.", example: 512 }),
    last_30_days: z.int().openapi({ example: 231 }),
    green_light: z.boolean().openapi({
      description: "True when more than 200 people have signed up in the last 30 days.",
    }),
  }, async ({ db }) => found(await db.rpc("kit_waitlist_gate").maybeSingle(), "Waitlist")),
  order: newestFirst,
}, ({ db, seek }) => seek(db.from("kit_waitlist").select()));
