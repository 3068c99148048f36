import { group } from "../../shared/http/declare.ts";
import { calculating } from "./calculating.ts";
import { competitions } from "./competitions.ts";
import { dreams } from "./dreams.ts";
import { outreach } from "./outreach.ts";
import { replications } from "./replications.ts";
import { sponsors } from "./sponsors.ts";
import { opportunities } from "./opportunities.ts";
import { templates } from "./templates.ts";
import { videos } from "./videos.ts";

export const routes = group(
  "lab",
  "The lab: calculators, projects and their replication, competitions, sponsors",
);

routes.include(
  calculating,
  templates,
  dreams,
  replications,
  videos,
  competitions,
  outreach,
  sponsors,
  opportunities,
);
