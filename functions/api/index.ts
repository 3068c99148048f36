import { frontDoor } from "../../shared/http/front-door.ts";
import { mounted } from "./groups.ts";

Deno.serve(frontDoor(mounted, "/api"));
