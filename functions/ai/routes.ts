import { group } from "../../shared/http/group.ts";
import { usage } from "./usage.ts";

export const routes = group("ai", "What the AI provider does for a user, and what it costs");

routes.route("/", usage);
