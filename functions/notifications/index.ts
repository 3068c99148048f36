// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/front-door.ts";
import { notifications } from "../groups.ts";

Deno.serve(serve([notifications]));
