// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./attachments.ts";
import * as part2 from "../backgrounds/reading.ts";
import * as part3 from "./looking-back.ts";
import * as part4 from "./responses.ts";
import * as part5 from "../share-links/making.ts";
import * as part6 from "./routes.ts";

const parts = () => [
  part1,
  part2,
  part3,
  part4,
  part5,
  part6,
];

Deno.serve(serve({ journal: { parts } }));
