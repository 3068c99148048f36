import { serve } from "../../shared/http/front-door.ts";
import { mounted } from "./groups.ts";

Deno.serve(serve(mounted, "/api"));
