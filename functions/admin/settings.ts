import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { badRequest } from "../../shared/base/errors.ts";
import { text, timestamp } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { pageOf } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { describeIssues } from "../../shared/http/validation.ts";

/** Routes below `/admin/settings`; part of the group. */
export const settings = group("admin", "Site settings and chat configuration");

/** What each setting may be; the table's constraint says the same. */
const kinds = {
  signups_open: z.boolean(),
  maintenance_message: text(1, 500).nullable(),
  support_email: z.email().max(254).nullable(),
  default_theme: text(1, 50),
  chat_enabled: z.boolean(),
  chat_model: text(1, 100).regex(/^\S+$/, "expected the name of a model").nullable(),
  chat_system_prompt: text(1, 8000).nullable(),
  chat_max_context_entries: z.int().min(0).max(50),
} as const;

type Key = keyof typeof kinds;

const key = z.enum(Object.keys(kinds) as [Key, ...Key[]]);
const value = z.union([z.boolean(), z.number(), z.string(), z.null()]).openapi({
  description: "`signups_open` and `chat_enabled`: a boolean. `maintenance_message` (500 " +
    "characters), `support_email`, `chat_model` and `chat_system_prompt` (8,000): a text, or " +
    "null for none. `default_theme`: a text. `chat_max_context_entries`: 0 to 50.",
});

const Setting = z.object({ key, value, updated_at: timestamp }).openapi("SiteSetting");
type Setting = z.infer<typeof Setting>;

const example: Setting = {
  key: "maintenance_message",
  value: "Back at 10:00 UTC",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

settings.openapi(
  route({
    method: "get",
    path: "/admin/settings",
    auth: "super_admin",
    operationId: "listSettings",
    summary: "Site settings and the chat's configuration",
    description: "All eight; `next_cursor` is always null. What a client has to know before " +
      "anyone has signed in (`signups_open`, `maintenance_message`, `support_email`, " +
      "`default_theme`) it reads from the table `site_settings`.",
    answer: {
      description: "The settings, by key",
      schema: pageOf("settings", Setting),
      example: { settings: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const rows = c.var.db.from("site_settings").select().order("key");
    const settings = must(await rows.overrideTypes<Setting[], Exactly>());
    return c.json({ settings, next_cursor: null }, 200);
  },
);

settings.openapi(
  route({
    method: "put",
    path: "/admin/settings/{key}",
    auth: "super_admin",
    operationId: "setSetting",
    summary: "Changes a setting",
    description: "Closing sign-up refuses new accounts that people make for themselves, and " +
      "invitations, at once; accounts that the secret key makes go on.",
    params: z.object({ key }),
    body: z.object({ value }),
    answer: {
      description: "The setting after it",
      schema: z.object({ setting: Setting }),
      example: { setting: example },
    },
  }),
  async (c) => {
    const { key } = c.req.valid("param");
    const { data, error } = z.object({ value: kinds[key] }).safeParse(c.req.valid("json"));
    if (error) throw badRequest(describeIssues(error, "body"));
    const setting = await c.var.db.rpc("set_site_setting", {
      p_key: key,
      p_change: data,
    }).overrideTypes<Setting, Exactly>();
    return c.json({ setting: must(setting) }, 200);
  },
);
