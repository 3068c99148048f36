import { keyset } from "../../shared/fields/pages.ts";
import { f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { invalid } from "../../shared/http/validation.ts";

/** The routes below `/admin/settings`. */
export const routes = part();

/** The type of each setting; a constraint of the table checks the same. */
const kinds = {
  signups_open: z.boolean(),
  maintenance_message: f.text(1, 500).nullable(),
  support_email: z.email().max(254).nullable(),
  default_theme: f.text(1, 50),
  chat_enabled: z.boolean(),
  chat_model: f.text(1, 100).regex(/^\S+$/, "expected the name of a model").nullable(),
  chat_system_prompt: f.text(1, 8000).nullable(),
  chat_max_context_entries: z.int().min(0).max(50),
  ai_daily_cost_limit: z.number().min(0).max(1_000_000).nullable(),
  ai_free_cost_limit: z.number().min(0).max(1_000_000).nullable(),
  ai_free_share_percent: z.int().min(0).max(100),
  ai_free_images: z.int().min(0).max(1000),
  ai_free_hd_images: z.boolean(),
  attachments_limit_mb: z.number().min(0).max(1_000_000),
  texts_limit_mb: z.number().min(0).max(1_000_000),
  streak_freeze_price: z.int().min(1).max(10_000),
} as const;

const key = z.object(kinds).keyof().openapi("SiteSettingKey");
const value = z.union([z.boolean(), z.number(), z.string(), z.null()]).openapi({
  description: "`signups_open`, `chat_enabled`: boolean. `maintenance_message` (up to 500 " +
    "characters), `support_email`, `chat_model` and `chat_system_prompt` (up to 8,000): text, or " +
    "null for none. `default_theme`: text. `chat_max_context_entries`: integer from 0 to 50. " +
    "`ai_daily_cost_limit`: USD for the AI calls of all users on a day (UTC), a quarter of it " +
    "for one user, null for no limit; further calls answer 503, those of one user 429. Of users " +
    "without a subscription: `ai_free_cost_limit` is USD for the calls of one of them on a day, " +
    "null for no limit of their own; `ai_free_share_percent` the part of `ai_daily_cost_limit` " +
    "for all of them, an integer from 0 to 100; `ai_free_images` the images of one of them on a " +
    "day, an integer from 0 to 1,000; `ai_free_hd_images`, a boolean, whether these may be of " +
    "the quality `hd`. `attachments_limit_mb` and " +
    "`texts_limit_mb`: room of one user in megabytes, for attachments and for texts with their " +
    "former texts. `streak_freeze_price`: drops, an integer from 1 to 10,000.",
});

const Setting = z.object({ key, value, updated_at: f.timestamp }).openapi("SiteSetting");

const byKey = keyset({ key: "text" }, { ascending: true });

routes.list("/admin/settings", {
  auth: "super_admin",
  operationId: "listSettings",
  summary: "List site settings and the configuration of AI",
  description: "Sixteen settings. Clients without a signed-in user read `signups_open`, " +
    "`maintenance_message`, `support_email` and `default_theme` from the table `site_settings`.",
  items: { settings: Setting },
  order: byKey,
}, async ({ db, seek }) => shaped(z.array(Setting), await seek(db.from("site_settings").select())));

routes.add("PUT /admin/settings/{key}", {
  auth: "super_admin",
  operationId: "setSetting",
  summary: "Update a setting",
  description: "With `signups_open` false, sign-ups and invitations are refused immediately; " +
    "accounts can still be created with the secret key.",
  params: z.object({ key }),
  body: json(z.object({ value })),
  notFound: "Setting",
  answer: ok("The updated setting", z.object({ setting: Setting })),
}, async ({ db, params: { key }, body }) => {
  const { data, error } = z.object({ value: kinds[key] }).safeParse(body);
  if (error) throw invalid(error, "body");
  const setting = await db.rpc("set_site_setting", { p_key: key, p_change: data });
  return { setting: { ...must(setting), key } };
});
