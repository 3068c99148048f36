/**
 * Serves the sources of every function but the front door, each under its name. `npm run build` makes
 * a module of each.
 */
import { serve } from "../shared/http/app.ts";
import { beside, ownFunctions } from "./groups.ts";

const functions = Object.entries(ownFunctions).map(([name, { parts }]) => [
  name,
  { parts: () => [...parts(), ...beside[name]?.parts() ?? []] },
]);

Deno.serve(serve(Object.fromEntries(functions)));
