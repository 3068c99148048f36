import { z } from "@hono/zod-openapi";

/** A program, as users know it. */
export const OauthProgram = z.object({
  id: z.string().openapi({
    description: "The address of its document, or the id of its registration.",
    example: "https://editor.example/oauth.json",
  }),
  name: z.string().openapi({
    description: "The name that it gives itself, which nobody has checked.",
    example: "Editor",
  }),
  host: z.string().openapi({
    description: "The host of its document; without one, where it sends the user.",
    example: "editor.example",
  }),
}).openapi("OauthProgram");
