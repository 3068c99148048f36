// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";
import * as part2 from "./templates.ts";
import * as part3 from "./config.ts";
import * as part4 from "./engagement.ts";
import * as part5 from "./daily-drops.ts";
import * as part6 from "./badges.ts";

const parts = () => [
  part1,
  part2,
  part3,
  part4,
  part5,
  part6,
];

Deno.serve(serve({ "encouragement-drops": { parts } }));
