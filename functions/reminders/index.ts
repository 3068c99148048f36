// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import { reminders } from "../groups.ts";

Deno.serve(serve([reminders]));
