// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./windows.ts";
import * as part2 from "./chains.ts";
import * as part3 from "./jobs.ts";
import * as part4 from "./check-ins.ts";
import * as part5 from "./check-ins-review.ts";
import * as part6 from "./mosaic.ts";
import * as part7 from "./battles.ts";
import * as part8 from "./ai-users.ts";

const parts = () => [
  part1,
  part2,
  part3,
  part4,
  part5,
  part6,
  part7,
  part8,
];

Deno.serve(serve({ "workout-window": { parts } }));
