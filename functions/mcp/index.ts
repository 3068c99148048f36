// Made by `npm run build` from functions/groups.ts.
import { serve } from "../../shared/http/app.ts";
import * as part1 from "./routes.ts";

const parts = () => [
  part1,
];

Deno.serve(serve({ mcp: { parts } }));
