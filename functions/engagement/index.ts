// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import { engagement } from "../groups.ts";

Deno.serve(serve([engagement]));
