// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./tone.ts";
import * as part2 from "../backgrounds/generating.ts";
import * as part3 from "./usage.ts";

const parts = () => [
  part1,
  part2,
  part3,
];

Deno.serve(serve({ ai: { parts } }));
