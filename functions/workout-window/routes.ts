import { group } from "../../shared/http/declare.ts";
import { aiUsers } from "./ai-users.ts";
import { battles } from "./battles.ts";
import { chains } from "./chains.ts";
import { checkins } from "./checkins.ts";
import { review } from "./checkins-review.ts";
import { jobs } from "./jobs.ts";
import { mosaic } from "./mosaic.ts";
import { windows } from "./windows.ts";

export const routes = group("workout-window", "Daily windows, chains, squads and teams");

routes.include(windows, chains, jobs, checkins, review, mosaic, battles, aiUsers);
