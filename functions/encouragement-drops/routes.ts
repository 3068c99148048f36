import { keyset } from "../../shared/fields/pages.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { signedUrls } from "../../shared/files/addresses.ts";
import {
  createdOnce,
  f,
  found,
  json,
  must,
  ok,
  part,
  shaped,
  z,
} from "../../shared/http/declare.ts";
import { CHEERS, content, mediaType, mediaUrl, sentDropType } from "./drop.ts";

export const routes = part();

const count = z.number().int();

const MyDrops = z.object({
  date: f.date.openapi({ description: "The day, in the caller's time zone." }),
  daily_allowance: count.openapi({ example: 5 }),
  drops_used: count.openapi({ example: 1 }),
  bonus_drops_earned: count.openapi({
    description: "Earned on this day by engagement with drops of the caller.",
    example: 2,
  }),
  total_available: count.openapi({
    description: "Remaining drops: allowance and bonus without the used drops.",
    example: 6,
  }),
  custom_used: count.openapi({ description: "Used drops without a template.", example: 1 }),
  custom_max: count.openapi({ example: 3 }),
}).openapi("MyDrops");

const message = {
  id: f.uuid,
  drop_type: sentDropType,
  title: z.string().nullable().openapi({ description: "The template's; null without one." }),
  content: z.string().openapi({
    description: "May be empty, with a recording or media.",
    example: "You are doing great",
  }),
  media_url: z.string().nullable(),
  media_type: mediaType,
  thumbnail_url: z.string().nullable(),
  date_sent: f.timestamp,
  read_at: f.timestamp.nullable().openapi({ description: "Null while it is unread." }),
  thanked_at: f.timestamp.nullable().openapi({
    description: "When the recipient said thanks.",
    example: null,
  }),
};

const Drop = z.object({
  ...message,
  read_at: message.read_at.openapi({ example: null }),
  sender_id: f.uuid,
  recipient_id: f.uuid,
  template_id: f.uuid.nullable().openapi({ example: null }),
  entry_id: f.uuid.nullable().openapi({ example: null }),
  bonus_drops: count.openapi({
    description: "The drops that engagement earns the sender.",
    example: 2,
  }),
  bonus_drops_awarded: count.openapi({ example: 0 }),
  engagement_window_ends_at: f.timestamp.openapi({ example: "2026-11-22T08:30:00+00:00" }),
  engagement_increased: z.boolean().openapi({ example: false }),
  settled_at: f.timestamp.nullable().openapi({
    description: "When the drop was found engaged or its window had closed; null while it is open.",
    example: null,
  }),
}).openapi("Drop");

const Subject = z.object({ id: f.uuid, title: z.string() });
const entry = Subject.nullable().openapi({
  description: "The entry that the drop is about; null when there is none, or when the caller " +
    "may not see it.",
  example: null,
});

const Recording = z.object({
  url: z.string().nullable().openapi({
    format: "uri",
    description: "Opens the file for ten minutes at least, for anyone who knows it; null when " +
      "the file is missing.",
  }),
  duration_s: z.number().openapi({ example: 4.2 }),
}).openapi("DropRecording");

const ReceivedDrop = z.object({
  ...message,
  data: z.record(z.string(), z.unknown()).openapi({
    description: "Further data of the assistant's drops; empty for drops of users.",
  }),
  sender: z.union([f.PersonCard, z.null()]).openapi({
    description: "Null when the sender blocks the caller.",
  }),
  entry,
  recording: z.union([Recording, z.null()]).openapi({
    description: "Null for a drop that is not spoken, and while one of the two blocks the other.",
    example: null,
  }),
}).openapi("ReceivedDrop");

const SentDrop = z.object({
  ...message,
  recipient: z.union([f.PersonCard, z.null()]).openapi({
    description: "Null when the account no longer exists, or the recipient blocks the caller.",
  }),
  entry,
  bonus_drops: Drop.shape.bonus_drops,
  bonus_drops_awarded: Drop.shape.bonus_drops_awarded,
  engagement_window_ends_at: Drop.shape.engagement_window_ends_at,
  engagement_increased: Drop.shape.engagement_increased,
  settled_at: Drop.shape.settled_at,
}).openapi("SentDrop");

const receivedColumns = `
  id, drop_type, title, content, media_url, media_type, thumbnail_url, date_sent, read_at,
  thanked_at, data, is_unread, recording:drop_recordings(path, duration_s),
  sender:profile_cards!drops_sent_sender_id_fkey(${f.cardColumns}),
  drop_entries(entry:journal_entries(id, title))
` as const;

const sentColumns = `
  id, drop_type, title, content, media_url, media_type, thumbnail_url, date_sent, read_at,
  thanked_at, bonus_drops, bonus_drops_awarded, engagement_window_ends_at, engagement_increased, settled_at,
  recipient:profile_cards!drops_sent_recipient_id_fkey(${f.cardColumns}),
  drop_entries(entry:journal_entries(id, title))
` as const;

type Embedded = { drop_entries: { entry: z.infer<typeof Subject> } | null };

/** A drop with its entry beside the other fields. */
const withEntry = <T extends Embedded>({ drop_entries, ...row }: T) => ({
  ...row,
  entry: drop_entries?.entry ?? null,
});

/** Received drops with the addresses of their recordings. */
async function withRecordings<
  T extends { recording: { path: string; duration_s: number } | null },
>(rows: T[]) {
  const urls = await signedUrls(CHEERS, rows.flatMap(({ recording }) => recording?.path ?? []));
  return rows.map(({ recording, ...row }) => ({
    ...row,
    recording: recording &&
      { url: urls.get(recording.path) ?? null, duration_s: recording.duration_s },
  }));
}

/** A received drop, without the column that only orders the list. */
const toReceived = <T extends Embedded & { is_unread: unknown }>({ is_unread: _, ...row }: T) =>
  withEntry(row);

const orders = {
  newest: keyset({ date_sent: "timestamp", id: "uuid" }, {
    after: ({ date_sent, id }) => ({ p_before_at: date_sent, p_before_id: id }),
  }),
  unread: keyset({ is_unread: "boolean", date_sent: "timestamp", id: "uuid" }, {
    after: ({ is_unread, date_sent, id }) => ({
      p_unread_first: true,
      p_before_unread: is_unread,
      p_before_at: date_sent,
      p_before_id: id,
    }),
  }),
};

routes.add("GET /encouragement-drops/my-drops", {
  scope: "people",
  operationId: "getMyDrops",
  summary: "Get the drops that the caller can send today",
  answer: ok("The allowance of the day", z.object({ my_drops: MyDrops })),
}, async ({ db }) => ({ my_drops: must(await db.rpc("my_drops")) }));

const Send = z.object({
  recipient_id: f.uuid,
  drop_type: f.absentIfNull(sentDropType),
  template_id: f.absentIfNull(f.uuid).openapi({
    description: "A template of the library.",
    example: null,
  }),
  content: f.absentIfNull(content).openapi({ example: "You are doing great" }),
  media_url: f.absentIfNull(mediaUrl).openapi({ example: null }),
  recording_id: f.absentIfNull(f.uuid).openapi({
    description: "An unsent recording of the caller's, for the type `custom` alone.",
    example: null,
  }),
  entry_id: f.absentIfNull(f.uuid).openapi({
    description: "An entry that the caller sees and the drop is about.",
    example: null,
  }),
  id: clientMade.id,
}).superRefine((fields, context) => {
  const refuse = (path: keyof typeof fields, message: string, code = "invalid_value") =>
    context.addIssue({ code: "custom", path: [path], message, params: { code } });
  const { drop_type, template_id, content, media_url, recording_id } = fields;
  const isOther = drop_type !== undefined && drop_type !== "custom";
  if (recording_id !== undefined && (isOther || template_id !== undefined)) {
    refuse("recording_id", "only a drop of the type custom has one");
  }
  if (template_id !== undefined) {
    if (content !== undefined) refuse("content", "a template has its own");
    if (media_url !== undefined) refuse("media_url", "a template has its own");
  } else if (drop_type === undefined) {
    refuse("drop_type", "required without a template", "required");
  } else if (drop_type === "media") {
    if (media_url === undefined) refuse("media_url", "required for media", "required");
    if (content !== undefined && !/\S/.test(content)) {
      refuse("content", "must not be empty", "too_short");
    }
  } else {
    if (drop_type === "custom") {
      if (recording_id === undefined) {
        refuse("recording_id", "required for the type custom", "required");
      }
    } else if (content === undefined) {
      refuse("content", "required without a template", "required");
    } else if (!/\S/.test(content)) {
      refuse("content", "must not be empty", "too_short");
    }
    if (media_url !== undefined) refuse("media_url", "only a media drop has one");
  }
});

const Sent = z.object({ drop: Drop, my_drops: MyDrops });

routes.add("POST /encouragement-drops/send", {
  scope: "people",
  operationId: "sendDrop",
  summary: "Send a drop to another user",
  description: "Send a template of the library (`template_id`), or a custom drop: `content`, for " +
    "the type `media` a `media_url` with optional `content`, and for the type `custom` a " +
    "`recording_id` with optional `content`. A template determines the type. " +
    "Each drop takes one from the allowance of the day, and custom drops have their own. The " +
    "recipient is notified. When the recipient writes an entry within the engagement window, the " +
    "sender earns bonus drops.",
  body: json(Send),
  answer: createdOnce("The drop, and what is left for today", Sent),
  notFound: {
    description: "The recipient is unknown or blocked, or one of the two blocks the other; the " +
      "template is not in the library; the caller does not see the entry, or has no unsent " +
      "recording with this id.",
    example: "Recipient not found",
  },
  refusals: {
    429: {
      description: "The allowance of the day, or the allowance of custom drops, is used up: " +
        "`Retry-After` leads to the next day. Or there were too many requests.",
      codes: ["no_drops_left", "no_custom_drops_left", "rate_limited"],
      example: "No drops are left for today",
    },
  },
}, async ({ db, body: fields }) => {
  const result = await db.rpc("send_drop", {
    p_recipient_id: fields.recipient_id,
    p_drop_type: fields.drop_type,
    p_template_id: fields.template_id,
    p_content: fields.content,
    p_media_url: fields.media_url,
    p_entry_id: fields.entry_id,
    p_id: fields.id,
    p_recording_id: fields.recording_id,
  });
  const { is_new, ...sent } = must(shaped(Sent.extend({ is_new: z.boolean() }), result));
  return { body: sent, isNew: is_new };
});

routes.list(
  "/encouragement-drops/received",
  {
    scope: "people",
    operationId: "listReceivedDrops",
    summary: "List the drops that the caller received",
    filters: {
      order: z.enum(["newest", "unread"]).default("newest").openapi({
        description: "`newest`: newest first. `unread`: unread first, each part newest first.",
      }),
    },
    items: { drops: ReceivedDrop },
    order: ({ order }: { order: keyof typeof orders }) => orders[order],
  },
  async ({ db, filters: { order }, start }) =>
    await withRecordings(
      must(await orders[order].order(db.rpc("list_received_drops", start).select(receivedColumns))),
    ),
  toReceived,
);

routes.add("POST /encouragement-drops/received/{id}/read", {
  scope: "people",
  operationId: "readDrop",
  summary: "Mark a received drop as read",
  description: "`read_at` is set once; a repeated call changes nothing.",
  answer: ok("The drop", z.object({ drop: ReceivedDrop })),
  notFound: { description: "The caller received no such drop.", example: "Drop not found" },
}, async ({ db, params }) => {
  const row = await db.rpc("read_drop", { p_drop_id: params.id })
    .select(receivedColumns).maybeSingle();
  const [drop] = await withRecordings([found(row, "Drop")]);
  return { drop: toReceived(drop!) };
});

routes.add("POST /encouragement-drops/received/{id}/thank", {
  scope: "people",
  operationId: "thankForDrop",
  summary: "Thank the sender of a received drop",
  description: "Sets `thanked_at` once, and marks the drop as read. The sender is notified, " +
    "unless one of the two blocks the other. Thanks take nothing from the allowance; a repeated " +
    "call answers the same.",
  answer: ok("The drop", z.object({ drop: ReceivedDrop })),
  notFound: { description: "The caller received no such drop.", example: "Drop not found" },
  refusals: {
    409: {
      description: "The assistant has sent the drop, or the sender's account is being deleted.",
      codes: ["no_sender"],
      example: "Nobody sent this drop who can be thanked",
    },
  },
}, async ({ db, params }) => {
  const row = await db.rpc("thank_for_drop", { p_drop_id: params.id })
    .select(receivedColumns).maybeSingle();
  const [drop] = await withRecordings([found(row, "Drop")]);
  return { drop: toReceived(drop!) };
});

routes.list(
  "/encouragement-drops/sent",
  {
    scope: "people",
    operationId: "listSentDrops",
    summary: "List the drops that the caller sent, newest first",
    items: { drops: SentDrop },
    order: orders.newest,
  },
  ({ db, start }) => orders.newest.order(db.rpc("list_sent_drops", start).select(sentColumns)),
  withEntry,
);
