// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/front-door.ts";
import { music } from "../groups.ts";

Deno.serve(serve([music]));
