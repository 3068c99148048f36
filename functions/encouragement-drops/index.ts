// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import { encouragementDrops } from "../groups.ts";

Deno.serve(serve([encouragementDrops]));
