// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/front-door.ts";
import { admin } from "../groups.ts";

Deno.serve(serve([admin]));
