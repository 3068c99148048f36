import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { found, must } from "../../shared/database/results.ts";
import {
  httpsUrl,
  name,
  partial,
  text,
  timestamp,
  userRole,
  uuid,
} from "../../shared/fields/basic.ts";
import { settings } from "../../shared/fields/settings.ts";
import { ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { deletion } from "./deletion.ts";
import { exporting } from "./export.ts";

export const routes = group("user", "The caller's profile, and export and deletion of the account");

const Preferences = z.looseObject({
  theme: z.string().optional().openapi({ example: "dark" }),
  notifications: z.boolean().optional().openapi({ example: true }),
  mosaic_photo: z.boolean().optional().openapi({
    description: "Whether the public mosaics of workout windows show the user's photos. Default " +
      "false: they show initials.",
    example: false,
  }),
  active_tone_pack_id: uuid.nullable().optional().openapi({
    description: "The tone pack whose images are shown; null for none, and for a pack that the " +
      "caller may no longer use.",
    example: null,
  }),
}).openapi("Preferences", {
  description: "Settings of clients, at most 16 kB. Other keys are stored unchanged.",
});

const handle = z.string()
  .regex(/^[A-Za-z0-9_]{3,30}$/, "expected 3 to 30 letters (a-z), digits or underscores")
  .openapi({
    description: "The name for mentions, unique ignoring case. Names that speak for the service, " +
      "such as `admin` and `support`, and names that look like them are reserved.",
    example: "ana_maria",
  });

const timezone = text(1, 50).openapi({
  description: "A time zone of the IANA database: `UTC` or `Area/Location`.",
  example: "Europe/Madrid",
});

const Profile = z.object({
  id: uuid.openapi({ description: "The user's id." }),
  handle,
  full_name: z.string().nullable().openapi({ example: "Ana María" }),
  avatar_url: z.string().nullable().openapi({
    format: "uri",
    example: "https://example.com/ana.png",
  }),
  preferences: Preferences,
  role: userRole.openapi({
    description: "A promotion takes effect with the next access token.",
  }),
  drops_balance: z.int().openapi({ description: "The current balance of drops.", example: 80 }),
  is_ai: z.boolean().openapi({ description: "True for a synthetic user.", example: false }),
  is_active: z.boolean().openapi({ description: "False for a blocked user.", example: true }),
  is_classroom: z.boolean().openapi({
    description: "True for a classroom account.",
    example: false,
  }),
  read_notes_enabled: z.boolean().openapi({
    description: "True when the assistant may read the entries.",
    example: false,
  }),
  check_in_enabled: z.boolean().openapi({
    description: "True when the assistant may check in with the user.",
    example: false,
  }),
  timezone,
  blocked_user_ids: z.array(uuid).openapi({
    description: "Users whose drops the user does not receive.",
    example: [],
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Profile");

const columns = `
  id, handle, full_name, avatar_url, preferences, role, drops_balance, is_ai,
  is_active, is_classroom, read_notes_enabled, check_in_enabled, timezone, blocked_user_ids,
  created_at, updated_at
`;

routes.openapi(
  route({
    method: "get",
    path: "/user/profile",
    auth: "user",
    operationId: "getProfile",
    summary: "Get the caller's profile",
    description: "The profile is private; other users see only `handle`, `full_name` and " +
      "`avatar_url`.",
    answer: ok("The profile", z.object({ profile: Profile })),
  }),
  async (c) => c.json({ profile: await read(c.var.db) }, 200),
);

async function read(db: Db) {
  return found(await db.rpc("get_profile").select(columns).maybeSingle(), "Profile");
}

const preferences = Preferences.superRefine((value, context) => {
  // Other keys are free, within the limits of the database.
  const issue = settings.safeParse(value).error?.issues.at(-1);
  if (issue) context.addIssue({ code: "custom", message: issue.message });
});

const changes = z.object({
  handle,
  full_name: name.nullable().openapi({
    description: "Without invisible characters. Null clears it.",
    example: "Ana María",
  }),
  avatar_url: httpsUrl.nullable().openapi({ description: "Null clears it." }),
  preferences,
  timezone,
  blocked_user_ids: z.array(uuid).max(1000).openapi({
    description: "Replaces the whole list.",
    example: [],
  }),
});

const constraints = {
  profiles_handle_key: "handle: already taken",
  profiles_handle_reserved_check: "handle: reserved, choose another",
  profiles_full_name_visible_check: "full_name: contains invisible characters",
  profiles_avatar_url_check: "avatar_url: expected an https URL",
  profiles_timezone_check: "timezone: expected UTC or an IANA name such as Europe/Madrid",
  profiles_preferences_check: "preferences: expected at most 16 kB in all",
};

routes.openapi(
  route({
    method: "put",
    path: "/user/profile",
    auth: "user",
    operationId: "updateProfile",
    summary: "Update the caller's profile",
    description: "Changes the given fields only. Preferences are merged: keys that are not given " +
      "remain. Role, drops and fields set by administrators cannot be changed.",
    body: json(
      partial(changes).openapi({
        example: { full_name: "Ana María", preferences: { theme: "dark" } },
      }),
    ),
    answer: ok("The updated profile", z.object({ profile: Profile })),
    refusals: {
      409: {
        description: "The handle is taken.",
        codes: ["handle_taken"],
        example: "handle: already taken",
      },
    },
  }),
  async (c) => {
    const p_changes = c.req.valid("json");
    must(await c.var.db.rpc("update_profile", { p_changes }).select("id"), constraints);
    return c.json({ profile: await read(c.var.db) }, 200);
  },
);

routes.include(exporting, deletion);
