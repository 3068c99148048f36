/** The tool of streaks. */
import { z } from "@hono/zod-openapi";
import { tool } from "../../shared/http/tools.ts";
import { readStreaks, Streaks } from "./streaks.ts";

export const tools = [
  tool({
    name: "streaks",
    title: "Streaks",
    description: "Tells how many days in a row the user has written, and worked on each goal.",
    input: z.object({}),
    output: Streaks,
    scopes: ["journal:read"],
    reads: true,
    run: ({ db }) => readStreaks(db),
  }),
];
