/**
 * Serves the sources of every function but the front door, each under its name. `npm run build` makes
 * a module of each.
 */
import { serve } from "../shared/http/app.ts";
import { ownFunctions } from "./groups.ts";

Deno.serve(serve(ownFunctions));
