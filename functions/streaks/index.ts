import { serve } from "../../shared/http/app.ts";
import { routes } from "./routes.ts";

Deno.serve(serve([routes]));
