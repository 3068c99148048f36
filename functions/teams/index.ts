// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";
import * as part2 from "./members.ts";
import * as part3 from "./messages.ts";

const parts = () => [
  part1,
  part2,
  part3,
];

Deno.serve(serve({ teams: { parts } }));
