// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";
import * as part2 from "./weekly-review.ts";

const parts = () => [
  part1,
  part2,
];

Deno.serve(serve({ insights: { parts } }));
