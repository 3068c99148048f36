import { serve } from "../../shared/http/app.ts";
import { mounted } from "./groups.ts";

Deno.serve(serve(mounted, "/api"));
