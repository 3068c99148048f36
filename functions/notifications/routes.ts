import { badField } from "../../shared/base/errors.ts";
import { UserNotification } from "../../shared/fields/notification.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import {
  beside,
  created,
  cron,
  done,
  f,
  found,
  json,
  must,
  ok,
  part,
  shaped,
  z,
} from "../../shared/http/declare.ts";
import { RUN_S } from "../../shared/jobs/batches.ts";
import { deliverMails } from "./mails.ts";
import { deliverPushes } from "./pushes.ts";
import {
  areKeys,
  isKnownEndpoint,
  type Subscription,
  webPushKey,
} from "../../shared/providers/web-push.ts";

export const routes = part();

const notificationColumns = "id, type, title, body, data, read_at, created_at";

const notConfigured = {
  description: "Web Push is not configured on the server.",
  codes: ["not_configured"],
} as const;

/** The public key of the example in RFC 8291, section 5. */
const EXAMPLE_KEY =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

const unreadCount = z.int().min(0).openapi({
  description: "The number of the caller's unread notifications.",
  example: 3,
});

const token = z.string().regex(
  /^Expo(nent)?PushToken\[[A-Za-z0-9_:.-]{1,200}\]$|^[A-Za-z0-9]{8}(-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12}$/,
  "expected an Expo push token",
).openapi({
  description: "The Expo push token of the app on this device.",
  example: "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]",
});

const platform = z.enum(["ios", "android", "web"]).openapi("PushPlatform");

const inBase64url = (bytes: number) =>
  z.string().regex(
    new RegExp(`^[A-Za-z0-9_-]{${Math.ceil(bytes * 4 / 3)}}$`),
    `expected ${bytes} bytes in base64url`,
  );

const subscription = z.object({
  endpoint: z.url().max(1000).openapi({ example: "https://fcm.googleapis.com/fcm/send/abc" }),
  keys: z.object({
    p256dh: inBase64url(65).openapi({ example: EXAMPLE_KEY }),
    auth: inBase64url(16).openapi({ example: "tBHItJI5svbpez7KI4CCXg" }),
  }),
}).openapi("WebPushSubscription", {
  description: "The result of a browser's `PushManager.subscribe()`, as JSON.",
});

const Device = z.object({
  id: f.uuid,
  token: z.string().nullable().openapi({
    description: "Null for a browser with a subscription.",
    example: "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]",
  }),
  platform,
  registered_at: f.timestamp,
  created_at: f.timestamp,
}).openapi("PushDevice");

routes.list("/notifications", {
  scope: ["account:read"],
  operationId: "listNotifications",
  summary: "List the caller's notifications, newest first",
  description: "New notifications are also published in real time, as inserts of the table " +
    "`notifications`. A notification is deleted 90 days after it was read. A personal token does " +
    "not see those of the type `assistant_note`.",
  filters: {
    unread: f.queryFlag.optional().openapi({
      description: "`true`: only unread notifications; `false`: only read ones.",
    }),
  },
  items: { notifications: UserNotification },
  beside: beside(
    { unread_count: unreadCount },
    async ({ db }) => ({ unread_count: must(await db.rpc("count_unread_notifications")) }),
  ),
  order: newestFirst,
}, async ({ db, filters: { unread }, seek }) => {
  let query = db.from("notifications").select(notificationColumns);
  if (unread === "true") query = query.is("read_at", null);
  if (unread === "false") query = query.not("read_at", "is", null);
  return shaped(z.array(UserNotification), await seek(query));
});

routes.add("POST /notifications/read", {
  scope: ["account:read"],
  operationId: "readNotifications",
  summary: "Mark notifications as read",
  description: "Marks the notifications with the given `ids`, or `all`, the newest 5,000 at a " +
    "time: `unread_count` is the number of unread ones. Unknown ids are ignored. A personal token " +
    "leaves those of the types `token_created` and `grant_created` unread: with `all` the message " +
    "says so, and an id of one is refused (`token_refused`).",
  body: json(
    z.object({
      ids: z.array(f.uuid).min(1).max(100),
      all: z.literal(true),
    }).partial().refine(
      ({ ids, all }) => (ids === undefined) !== (all === undefined),
      { error: "expected either ids or all", params: { code: "required" } },
    ).openapi({ example: { all: true } }),
  ),
  answer: ok("The notifications are read", f.message.extend({ unread_count: unreadCount }), {
    message: "Notifications read",
    unread_count: 0,
  }),
  refusals: {
    403: {
      description:
        "A personal token names a notification of the type `token_created` or `grant_created`.",
      codes: ["token_refused"],
      example: "No personal token marks token_created or grant_created as read",
    },
  },
}, async ({ caller, db, body: { ids } }) => {
  const unread_count = must(await db.rpc("read_notifications", { p_ids: ids }));
  const message = caller.personalToken && !ids
    ? "Notifications read, except those about personal tokens"
    : "Notifications read";
  return { message, unread_count };
});

routes.add("GET /notifications/web-push-key", {
  auth: "none",
  operationId: "getWebPushKey",
  summary: "Get the key that browsers subscribe to Web Push with",
  description: "`applicationServerKey` of `PushManager.subscribe()`.",
  answer: ok(
    "The public key",
    z.object({ public_key: z.string().openapi({ example: EXAMPLE_KEY }) }),
  ),
  refusals: { 503: notConfigured },
}, () => ({ public_key: webPushKey() }));

routes.add("POST /notifications/devices", {
  auth: "account_holder",
  operationId: "registerPushDevice",
  summary: "Register a device for pushes",
  description:
    "Registers an app by its `token`, or a browser by its `subscription`, which no answer shows. " +
    "The app registers the device at each start. A device belongs to one user, the last who " +
    "registered it. A user has at most 10 devices; the service removes the one with the oldest " +
    "registration. `preferences.notifications` (false) turns pushes off, " +
    "`preferences.notification_types` by type, except `token_created` and `grant_created`; both leave the list as it is.",
  body: json(
    z.object({ token, platform, subscription }).partial({ token: true, subscription: true })
      .refine(({ token, subscription }) => token !== undefined || subscription !== undefined, {
        path: ["token"],
        error: "required",
        params: { code: "required" },
      })
      .refine(({ token, subscription }) => token === undefined || subscription === undefined, {
        error: "expected either token or subscription",
        params: { code: "invalid_value" },
      })
      .refine(({ platform, subscription }) => !subscription || platform === "web", {
        path: ["platform"],
        error: "a subscription is of the platform web",
        params: { code: "invalid_value" },
      })
      .openapi({
        example: { token: "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]", platform: "ios" },
      }),
  ),
  answer: created("The device", z.object({ device: Device })),
  refusals: { 503: notConfigured },
}, async ({ db, body: { token, platform, subscription } }) => {
  if (subscription) await requireSubscription(subscription);
  const device = db.rpc("register_push_device", {
    p_platform: platform,
    p_token: token,
    p_subscription: subscription,
  });
  const fields = "id, token, platform, registered_at, created_at";
  return { device: must(await device.select(fields)) };
});

async function requireSubscription(subscription: Subscription): Promise<void> {
  webPushKey();
  if (!isKnownEndpoint(subscription.endpoint)) {
    throw badField("subscription.endpoint", "not of a known push service");
  }
  if (!await areKeys(subscription)) {
    throw badField("subscription.keys", "not those of a browser's subscription");
  }
}

routes.add("DELETE /notifications/devices/{id}", {
  operationId: "deletePushDevice",
  summary: "Remove a device",
  description: "The device gets no more pushes. The app does this when the user signs out.",
  notFound: "Device",
  answer: done("Device removed"),
}, async ({ db, params: { id } }) => {
  const device = db.from("push_devices").delete().eq("id", id).select("id").maybeSingle();
  found(await device, "Device");
});

const deliveryCounts = ["total", "sent", "failed", "dead"] as const;

routes.job("/notifications/cron/deliver", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "deliverOutbox",
  summary: "Run the job that delivers pushes and system mails",
  description:
    "Sends the pushes and mails of the outboxes and reads the receipts of earlier pushes. Each " +
    "is delivered at least once: after a failure the next attempt comes after 15 s, then after " +
    "twice as long each time, up to an hour, and after 24 h it is given up (`dead`). A device " +
    "that the provider does not know is removed. Answers 200 even if providers fail. `remaining` " +
    "pushes, receipts and mails are due and left for the next call.",
  job: "outbox-delivery",
  schema: "Delivery",
  counts: [...deliveryCounts, "receipts", "devices_removed", "remaining"],
}, deliver);

async function deliver() {
  const start = performance.now();
  const pushes = await deliverPushes();
  const mails = await deliverMails(RUN_S - (performance.now() - start) / 1000);
  const results = { ...pushes.counts };
  for (const name of deliveryCounts) results[name] += mails.counts[name];
  const remaining = pushes.remaining + mails.remaining;
  const delivered = results.failed === 0
    ? "Everything due was delivered"
    : `${results.failed} failed`;
  return {
    message: remaining === 0 ? delivered : `${remaining} are left`,
    results: { ...results, remaining, errors: [...pushes.errors, ...mails.errors] },
    complete: remaining === 0,
  };
}
