import { group } from "../../shared/http/group.ts";
import { conversion } from "./conversion.ts";
import { featureFlags } from "./feature-flags.ts";
import { health } from "./health.ts";
import { impersonation } from "./impersonation.ts";
import { imports } from "./imports.ts";
import { kitWaitlist } from "./kit-waitlist.ts";
import { organizations } from "./organizations.ts";
import { roadmap } from "./roadmap.ts";
import { settings } from "./settings.ts";
import { users } from "./users.ts";

export const routes = group("admin", "What super admins do; every act is in the audit log");

for (
  const part of [
    users,
    impersonation,
    conversion,
    organizations,
    featureFlags,
    roadmap,
    settings,
    imports,
    kitWaitlist,
    health,
  ]
) routes.route("/", part);
