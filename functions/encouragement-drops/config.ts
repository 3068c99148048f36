import type { Db } from "../../shared/database/clients.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes of the configuration. */
export const routes = part();

const configFields = z.object({
  daily_allowance: z.number().int().min(0).max(100).openapi({
    description: "Drops of each user and day, without bonus drops.",
    example: 5,
  }),
  bonus_drops_per_engagement: z.number().int().min(0).max(100).openapi({ example: 2 }),
  engagement_window_hours: z.number().int().min(1).max(168).openapi({ example: 24 }),
  max_custom_drops_per_day: z.number().int().min(0).max(100).openapi({
    description: "The drops of a day without a template.",
    example: 3,
  }),
});
const Config = configFields.openapi("DropConfig");

const configColumns = `
  daily_allowance, bonus_drops_per_engagement, engagement_window_hours, max_custom_drops_per_day
` as const;

const answer = ok("The configuration", z.object({ config: Config }));

const readConfig = async (db: Db) => ({
  config: must(await db.from("drop_config").select(configColumns).single()),
});

routes.add("GET /encouragement-drops/config", {
  scope: "people",
  operationId: "getDropConfig",
  summary: "Get the configuration of drops",
  answer,
}, async ({ db }) => await readConfig(db));

routes.add("GET /encouragement-drops/admin/config", {
  auth: "super_admin",
  operationId: "getDropConfigAsAdmin",
  summary: "Get the configuration of drops, as a super admin",
  answer,
}, async ({ db }) => await readConfig(db));

routes.add("PUT /encouragement-drops/admin/config", {
  auth: "super_admin",
  operationId: "updateDropConfig",
  summary: "Update the configuration of drops",
  description: "Changes only the given fields. Open drops keep the window and the bonus of their " +
    "sending. The allowances hold for everybody from the next send on; a user who has used more " +
    "today has none left. The audit log keeps the earlier values.",
  body: json(f.partial(configFields).openapi({ example: { daily_allowance: 7 } })),
  answer,
}, async ({ db, body }) => {
  const row = must(
    await db.rpc("set_drop_config", { p_changes: body })
      .select(configColumns).single(),
  );
  return { config: row };
});
