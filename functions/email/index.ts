// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import { email } from "../groups.ts";

Deno.serve(serve([email]));
