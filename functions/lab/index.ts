// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./calculating.ts";
import * as part2 from "./templates.ts";
import * as part3 from "./dreams.ts";
import * as part4 from "./replications.ts";
import * as part5 from "./videos.ts";
import * as part6 from "./competitions.ts";
import * as part7 from "./outreach.ts";
import * as part8 from "./sponsors.ts";
import * as part9 from "./opportunities.ts";

const parts = () => [
  part1,
  part2,
  part3,
  part4,
  part5,
  part6,
  part7,
  part8,
  part9,
];

Deno.serve(serve({ lab: { parts } }));
