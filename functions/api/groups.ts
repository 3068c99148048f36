import type { Group } from "../../shared/http/group.ts";
import { openapi } from "../../shared/http/openapi.ts";
import { routes as admin } from "../admin/routes.ts";
import { routes as ai } from "../ai/routes.ts";
import { routes as auth } from "../auth/routes.ts";
import { routes as cron } from "../cron/routes.ts";
import { routes as chat } from "../chat/routes.ts";
import { routes as drops } from "../drops/routes.ts";
import { routes as encouragementDrops } from "../encouragement-drops/routes.ts";
import { routes as engagement } from "../engagement/routes.ts";
import { routes as email } from "../email/routes.ts";
import { routes as featureFlags } from "../feature-flags/routes.ts";
import { routes as goals } from "../goals/routes.ts";
import { routes as health } from "../health/routes.ts";
import { routes as journal } from "../journal/routes.ts";
import { routes as lab } from "../lab/routes.ts";
import { routes as music } from "../music/routes.ts";
import { routes as notebooks } from "../notebooks/routes.ts";
import { routes as notifications } from "../notifications/routes.ts";
import { routes as organizations } from "../organizations/routes.ts";
import { routes as payment } from "../payment/routes.ts";
import { routes as sync } from "../sync/routes.ts";
import { routes as teams } from "../teams/routes.ts";
import { routes as tonePacks } from "../tone-packs/routes.ts";
import { routes as user } from "../user/routes.ts";
import { routes as workoutWindow } from "../workout-window/routes.ts";
import { routes as users } from "../users/routes.ts";
import { introduction } from "./introduction.ts";

/** Every endpoint group, in the order of the document. */
const groups: Group[] = [
  auth,
  user,
  users,
  notebooks,
  journal,
  goals,
  sync,
  organizations,
  teams,
  notifications,
  email,
  music,
  drops,
  workoutWindow,
  encouragementDrops,
  engagement,
  payment,
  ai,
  tonePacks,
  chat,
  lab,
  cron,
  featureFlags,
  admin,
];

const document = openapi({
  title: "Journaling, accountability and rewards",
  version: "0.1.0",
  description: introduction,
  groups,
  outside: [health],
});

/** The groups that the front door serves under `/api`. */
export const mounted: Group[] = [...groups, document];
