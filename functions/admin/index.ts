// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./users.ts";
import * as part2 from "../user/deletion-by-admin.ts";
import * as part3 from "../drops/admin.ts";
import * as part4 from "./audit-log.ts";
import * as part5 from "../impersonation/issuing.ts";
import * as part6 from "./conversion.ts";
import * as part7 from "../organizations/admin.ts";
import * as part8 from "../feature-flags/admin.ts";
import * as part9 from "./roadmap.ts";
import * as part10 from "./settings.ts";
import * as part11 from "../prompts/admin.ts";
import * as part12 from "../reports/admin.ts";
import * as part13 from "../archive/admin-imports.ts";
import * as part14 from "../lab/kit-waitlist.ts";
import * as part15 from "./health.ts";

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
  part11,
  part12,
  part13,
  part14,
  part15,
];

Deno.serve(serve({ admin: { parts } }));
