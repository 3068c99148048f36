import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { httpsUrl, name, partial, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { settings } from "../../shared/fields/settings.ts";
import { deletion } from "./deletion.ts";
import { exporting } from "./export.ts";

export const routes = group("user", "The caller's own profile, export and deletion of the account");

const Preferences = z.looseObject({
  theme: z.string().optional().openapi({ example: "dark" }),
  notifications: z.boolean().optional().openapi({ example: true }),
  active_tone_pack_id: uuid.nullable().optional().openapi({
    description: "The tone pack whose images are shown; null for none, and for one that the " +
      "caller may not use any more.",
    example: null,
  }),
}).openapi("Preferences", {
  description:
    "Settings of the clients, 16 kB at most. Keys other than these are kept as they are.",
});

const handle = z.string()
  .regex(/^[A-Za-z0-9_]{3,30}$/, "expected 3 to 30 letters (a-z), digits or underscores")
  .openapi({
    description: "The name for mentions, unique without regard to case.",
    example: "ana_maria",
  });

const timezone = text(1, 50).openapi({
  description: "A time zone of the IANA database: `UTC` or `Area/Location`.",
  example: "Europe/Madrid",
});

const Profile = z.object({
  id: uuid.openapi({ description: "The same as the user's id." }),
  handle,
  full_name: z.string().nullable().openapi({ example: "Ana María" }),
  avatar_url: z.string().nullable().openapi({
    format: "uri",
    example: "https://example.com/ana.png",
  }),
  preferences: Preferences,
  role: z.enum(["user", "super_admin"]).openapi({
    description: "A promotion takes effect with the next access token.",
  }),
  drops_balance: z.int().openapi({ description: "Current drops.", example: 80 }),
  is_ai: z.boolean().openapi({ description: "Whether the user is synthetic.", example: false }),
  is_active: z.boolean().openapi({ description: "False for a blocked user.", example: true }),
  is_classroom: z.boolean().openapi({
    description: "Whether the account belongs to a classroom.",
    example: false,
  }),
  read_notes_enabled: z.boolean().openapi({
    description: "Whether the assistant may read the entries.",
    example: false,
  }),
  check_in_enabled: z.boolean().openapi({
    description: "Whether the assistant may check in with the user.",
    example: false,
  }),
  timezone,
  blocked_user_ids: z.array(uuid).openapi({
    description: "People whose drops the user does not want to receive.",
    example: [],
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Profile");
type Profile = z.infer<typeof Profile>;

const columns = "id, handle, full_name, avatar_url, preferences, role, drops_balance, is_ai, " +
  "is_active, is_classroom, read_notes_enabled, check_in_enabled, timezone, blocked_user_ids, " +
  "created_at, updated_at";

routes.openapi(
  route({
    method: "get",
    path: "/user/profile",
    auth: "user",
    operationId: "getProfile",
    summary: "The caller's profile",
    description: "Everything here is for its owner alone; what others may see of a person is " +
      "handle, full_name and avatar_url.",
    answer: { description: "The profile", schema: z.object({ profile: Profile }) },
  }),
  async (c) => {
    return c.json({ profile: await read(c.var.db) }, 200);
  },
);

async function read(db: Db): Promise<Profile> {
  const row = await db.rpc("get_profile").select(columns).maybeSingle()
    .overrideTypes<Profile, Exactly>();
  return found(row, "Profile");
}

const preferences = Preferences.superRefine((value, context) => {
  // What clients keep here besides is free, within what the database can hold.
  const issue = settings.safeParse(value).error?.issues.at(-1);
  if (issue) context.addIssue({ code: "custom", message: issue.message });
});

const changes = z.object({
  handle,
  full_name: name.nullable().openapi({ description: "null clears it.", example: "Ana María" }),
  avatar_url: httpsUrl.nullable().openapi({ description: "null clears it." }),
  preferences,
  timezone,
  blocked_user_ids: z.array(uuid).max(1000).openapi({
    description: "Replaces the whole list.",
    example: [],
  }),
});

/** What the database's own checks say to someone who has to get it right. */
const messages = {
  profiles_handle_key: "handle: already taken",
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
    summary: "Changes the caller's profile",
    description: "Only the fields that are sent change. Preferences are merged key by key: keys " +
      "that are not sent stay. Role, drops, and what only administrators set are not touched.",
    body: partial(changes).openapi({
      example: { full_name: "Ana María", preferences: { theme: "dark" } },
    }),
    answer: { description: "The profile after it", schema: z.object({ profile: Profile }) },
    refusals: { 409: "The handle is taken." },
  }),
  async (c) => {
    const p_changes = c.req.valid("json") as Json;
    must(await c.var.db.rpc("update_profile", { p_changes }).select("id"), messages);
    return c.json({ profile: await read(c.var.db) }, 200);
  },
);

for (const part of [exporting, deletion]) routes.route("/", part);
