import { group } from "../../shared/http/group.ts";
import { background } from "./background.ts";
import { tone } from "./tone.ts";
import { usage } from "./usage.ts";

export const routes = group("ai", "What the AI provider does for a user, and what it costs");

routes.route("/", tone);
routes.route("/", background);
routes.route("/", usage);
