import { z } from "@hono/zod-openapi";
import { uuid } from "./basic.ts";

/** What every signed-in user sees of another: a row of `profile_cards`. */
export const PersonCard = z.object({
  id: uuid,
  handle: z.string().openapi({ example: "ana_maria" }),
  full_name: z.string().nullable().openapi({ example: "Ana María" }),
  avatar_url: z.string().nullable().openapi({
    format: "uri",
    example: "https://example.com/ana.png",
  }),
}).openapi("PersonCard");
