import { group } from "../../shared/http/group.ts";
import { chains } from "./chains.ts";
import { windows } from "./windows.ts";

export const routes = group("workout-window", "Daily windows, chains, squads and teams");

routes.include(windows, chains);
