// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";
import * as part2 from "./images.ts";
import * as part3 from "./sharing.ts";
import * as part4 from "./purchases.ts";

const parts = () => [
  part1,
  part2,
  part3,
  part4,
];

Deno.serve(serve({ "tone-packs": { parts } }));
