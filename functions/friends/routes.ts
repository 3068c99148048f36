import { attachmentUrls, Picture } from "../../shared/fields/attachment.ts";
import { Invitation, sentColumns } from "../../shared/fields/invitation.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { beside, createdOnce, done, f, must, part, shaped, z } from "../../shared/http/declare.ts";

/** The routes below `/friends`. */
export const routes = part();

const LastEntry = z.object({
  id: f.uuid,
  title: z.string().openapi({ example: "First frost" }),
  written_at: f.timestamp,
  picture: z.union([Picture, z.null()]).openapi({
    description: "The first picture; null without one, and when the caller may not see it.",
  }),
}).openapi("FriendEntry");

const PairStreak = z.object({
  user: f.PersonCard.openapi({ description: "The friend." }),
  state: z.enum(["invited", "waiting", "active", "ended"]).openapi("PairStreakState", {
    description: "`invited`: the friend asks; `waiting`: the caller has asked.",
    example: "active",
  }),
  current: z.int().openapi({
    description: "Dates on which both were done; 0 unless the streak is active.",
    example: 12,
  }),
  longest: z.int().openapi({
    description: "The longest streak that the two have kept.",
    example: 30,
  }),
  last_day: f.date.nullable().openapi({ description: "The last date that counts." }),
  mine_today: z.boolean().openapi({
    description: "Whether the caller is done on the present date of their own time zone.",
    example: true,
  }),
  theirs_today: z.boolean().openapi({
    description: "Whether the friend is done on the present date of the friend's time zone; " +
      "false as well when they do not show it.",
    example: false,
  }),
  started_at: f.timestamp.nullable().openapi({
    description: "When the invitation was accepted; null for an open invitation.",
  }),
  ended_at: f.timestamp.nullable().openapi({ description: "Null unless it has ended." }),
}).openapi("PairStreak");

const Friend = z.object({
  user: f.PersonCard,
  since: f.timestamp.openapi({ description: "When the two became friends." }),
  team_id: f.uuid.openapi({
    description:
      "The team that the two share: that of the caller's own circle before that of the friend's. " +
      "An entry with this `team_id` and the visibility `team` is for the friends in that circle.",
  }),
  last_entry: z.union([LastEntry, z.null()]).openapi({
    description: "The friend's latest entry that the caller sees; null for none.",
  }),
  done_today: z.boolean().nullable().openapi({
    description: "Whether the friend has written an entry, or checked in with a goal, on the " +
      "present date of their own time zone; null when they do not show it.",
    example: true,
  }),
  pair_streak: z.union([PairStreak, z.null()]).openapi({
    description: "The streak for two, or an invitation to one; null for neither. An ended one is " +
      "listed for 7 days.",
  }),
}).openapi("Friend");

const PictureRow = Picture.omit({ thumbnail_url: true })
  .extend({ thumbnail_path: z.string().nullable() });
const Row = Friend.extend({
  id: f.uuid,
  sorted_at: f.timestamp,
  last_entry: LastEntry.extend({ picture: PictureRow.nullable() }).nullable(),
});

/** The picture of a row, with an address in place of its path. */
function toPicture(
  row: z.infer<typeof PictureRow> | null,
  urls: Awaited<ReturnType<typeof attachmentUrls>>,
) {
  if (!row) return null;
  const { thumbnail_path, ...picture } = row;
  return { ...picture, thumbnail_url: urls(thumbnail_path) };
}

const latestEntryFirst = keyset({ sorted_at: "timestamp", id: "uuid" }, {
  after: ({ sorted_at, id }) => ({ p_before_at: sorted_at, p_before_id: id }),
});

routes.list("/friends", {
  scope: ["people:read", "journal:read"],
  operationId: "listFriends",
  summary: "List the caller's friends, the one with the latest entry first",
  description: "A friend shares with the caller the team of either's circle, which `POST " +
    "/invitations` makes; two guests of one circle are not friends. Leaves out people who block " +
    "the caller or whom the caller blocks. `invitations` has the open invitations to the " +
    "caller's circle, newest first, on each page.",
  items: { friends: Friend },
  beside: beside({ invitations: z.array(Invitation) }, async ({ db }) => ({
    invitations: must(await db.rpc("list_friend_invitations").select(sentColumns)),
  })),
  order: latestEntryFirst,
}, async ({ db, start }) => {
  const page = shaped(z.array(Row), await db.rpc("list_friends", start));
  if (page.error) return page;
  const urls = await attachmentUrls(
    page.data.map(({ last_entry }) => last_entry?.picture?.thumbnail_path ?? null),
  );
  const data = page.data.map(({ last_entry, ...row }) => ({
    ...row,
    last_entry: last_entry && { ...last_entry, picture: toPicture(last_entry.picture, urls) },
  }));
  return { ...page, data };
}, ({ id: _, sorted_at: __, ...friend }) => friend);

const friendOnly = { description: "The two are not friends.", example: "Friend not found" };

routes.add("POST /friends/{userId}/streak", {
  scope: "people",
  operationId: "askPairStreak",
  summary: "Ask a friend for a streak for two, or accept one",
  description:
    "Accepts the invitation of the friend, otherwise invites; a repetition renews the 7 " +
    "days of an open invitation, and leaves an active streak as it is. The friend is told once a " +
    "day. From the later local date of the acceptance on, a date counts when both are done on it; " +
    "another one ends the streak when it has passed for both, unless a freeze, a pause or a " +
    "change of the zone of either covers it. Late entries and deletions change a date for 48 " +
    "hours after that.",
  answer: createdOnce("The invitation", z.object({ pair_streak: PairStreak })),
  notFound: friendOnly,
  refusals: {
    403: {
      description: "One of the two has a classroom account, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated"],
      example: "Classroom accounts keep no streaks with friends",
    },
    409: {
      description: "The caller has five streaks that are active or asked for; or one of the two " +
        "does not show friends that they are done (`preferences.friend_done`).",
      codes: ["quota_reached", "conflict"],
      example: "At most five streaks with friends, end one first",
    },
  },
}, async ({ db, params: { userId } }) => {
  const Asked = z.object({ is_new: z.boolean(), pair_streak: PairStreak });
  const asked = await db.rpc("ask_pair_streak", { p_user_id: userId });
  const { is_new, pair_streak } = must(shaped(Asked, asked));
  return { body: { pair_streak }, isNew: is_new };
});

routes.add("DELETE /friends/{userId}/streak", {
  scope: "people",
  operationId: "endPairStreak",
  summary: "End a streak for two, decline or withdraw an invitation to one",
  notFound: { description: "The two have none.", example: "Streak not found" },
  answer: done("Streak ended"),
  refusals: {
    403: {
      description: "A super admin acts as the user.",
      codes: ["impersonated"],
    },
  },
}, async ({ db, params: { userId } }) => {
  must(await db.rpc("end_pair_streak", { p_user_id: userId }));
});
