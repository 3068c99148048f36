import { group } from "../../shared/http/declare.ts";
import { auditLog } from "./audit-log.ts";
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

export const routes = group(
  "admin",
  "Administration by super admins; every change is recorded in the audit log",
);

routes.include(
  users,
  auditLog,
  impersonation,
  conversion,
  organizations,
  featureFlags,
  roadmap,
  settings,
  imports,
  kitWaitlist,
  health,
);
