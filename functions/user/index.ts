// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";
import * as part2 from "./avatar.ts";
import * as part3 from "../personal-tokens/routes.ts";
import * as part4 from "../webhooks/routes.ts";
import * as part5 from "../calendar/address.ts";
import * as part6 from "./export.ts";
import * as part7 from "../archive/exporting.ts";
import * as part8 from "../archive/own-imports.ts";
import * as part9 from "./deletion.ts";
import * as part10 from "../invitations/receiving.ts";

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
  part10,
];

Deno.serve(serve({ user: { parts } }));
