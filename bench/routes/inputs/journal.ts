/** Input for the journal, goals, engagement, sync, the profile, notifications, mail and music. */
import { downloadZip } from "client-zip";
import { Webhook } from "standardwebhooks";
import { paint } from "../../../packages/stand-ins/png.ts";
import { silence } from "../../../packages/stand-ins/wav.ts";
import type { Input, Recipe, Scene } from "../scene.ts";
import { aboutNew, formOf, own } from "./parts.ts";

const entry = own("journal_entries", "createEntry");
const notebook = own("notebooks", "createNotebook");
const goal = own("goals", "createGoal");
const reminder = own("reminders", "createReminder");

const checkIn: Recipe = async (scene) => {
  const { id } = (await goal(scene)).path!;
  const { id: checkInId } = await scene.make("createGoalCheckIn", { path: { id: id! } });
  return { path: { id: id!, checkInId } };
};

/** An entry that the caller has shared with everybody. */
const shared: Recipe = async (scene) => ({
  path: {
    id: await scene.pick(
      "select id from public.journal_entries where user_id = $1 and effective_content_visibility <> 'user'",
      async () => {
        const body = {
          title: "Fog",
          content: "It lifted.",
          metadata_visibility: "public",
          content_visibility: "public",
        };
        return (await scene.call("createEntry", { body })).entry.id;
      },
    ),
  },
});

/** A new attachment of a new entry. */
const attachment = (file: Uint8Array): Recipe => async (scene) => {
  const { id } = await scene.make("createEntry");
  const { id: attachmentId } = await scene.make("addAttachment", {
    path: { id },
    body: formOf("file", file),
  });
  return { path: { id, attachmentId } };
};

/** Waits until the caller's imports have ended. */
async function importsEnd({ me, sql }: Scene): Promise<void> {
  const isRunning = async () =>
    (await sql`
    select from private.entry_imports where user_id = ${me.id} and completed_at is null`).length >
      0;
  while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A file with one entry. */
const ownImport: Recipe = async (scene) => {
  await importsEnd(scene);
  const text = `# Old\n\nLong ago, ${crypto.randomUUID()}`;
  const zip = await downloadZip([{ name: "old.md", input: text }]).arrayBuffer();
  return { body: formOf("file", new Uint8Array(zip)) };
};

const endedImport: Recipe = async (scene) => {
  const { id } = await scene.make("createOwnImport");
  await importsEnd(scene);
  return { path: { id } };
};

const shareLink: Recipe = async (scene) => {
  // A user has 20 active ones.
  await scene.sql`
    update public.share_links set revoked_at = now()
    where user_id = ${scene.me.id} and revoked_at is null`;
  return { ...await entry(scene), body: {} };
};

const withBackground: Recipe = async (scene) => ({
  path: {
    id: await scene.pick(
      "select entry_id from public.journal_entry_backgrounds where user_id = $1 and entry_id is not null",
      async () => {
        const { body } = await generateBackground(scene);
        await scene.call("generateBackground", { body });
        return (body as { entry_id: string }).entry_id;
      },
    ),
  },
});

const generateBackground = async (scene: Scene): Promise<Input> => ({
  body: {
    content: "We walked until the fog lifted off the lake.",
    entry_id: (await entry(scene)).path!.id,
  },
});

let days = 0;
/** A day on which the caller has recorded no sleep yet. */
const otherDay = () => new Date(Date.now() - ++days * 86_400_000).toISOString().slice(0, 10);

/** The signed event of the mail provider about a mail that was sent. */
const mailEvent: Recipe = async (scene) => {
  const { id: email_id } = await scene.call("sendEmail");
  const body = JSON.stringify({
    type: "email.delivered",
    created_at: new Date().toISOString(),
    data: { email_id: crypto.randomUUID(), to: ["ben@example.com"], tags: { email_id } },
  });
  const [id, at] = [`msg_${crypto.randomUUID()}`, new Date()];
  return {
    body,
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      "svix-signature": new Webhook(scene.env("RESEND_WEBHOOK_SECRET")).sign(id, at, body),
    },
  };
};

/** The address of the callback to which the music provider leads. */
async function musicCallback(scene: Scene): Promise<URL> {
  const { authorize_url } = await scene.call("connectMusic");
  const answer = await fetch(`${authorize_url}&as=${scene.me.id}`, { redirect: "manual" });
  await answer.body?.cancel();
  return new URL(answer.headers.get("location")!);
}

const musicGrant: Recipe = async (scene) => {
  const page = await scene.call("receiveMusicCallback");
  return { body: { grant: new URL(page).searchParams.get("grant") } };
};

/** A connected account whose provider has new plays. */
const listener = (plays: number): Recipe => async (scene) => {
  const provider = `${scene.env("MUSIC_API_BASE")}/test/users/${scene.me.id}`;
  await scene.call("redeemMusicGrant");
  const played = Array.from({ length: plays }, (_, n) => ({
    track_id: `bench-${n}`,
    played_at: new Date(Date.now() - n * 240_000).toISOString(),
  }));
  const answer = await fetch(provider, { method: "PUT", body: JSON.stringify({ plays: played }) });
  await answer.body?.cancel();
  return {};
};

export const journal: Record<string, Recipe> = {
  uploadAvatar: () => ({ body: formOf("file", paint(crypto.randomUUID())) }),
  deleteAvatar: async (scene) => (await scene.call("uploadAvatar"), {}),
  deleteAccount: async (scene) => {
    const guest = await scene.newPerson();
    return { as: guest, body: { confirm: guest.email } };
  },
  searchUsers: async (scene) => ({
    query: {
      q: (await scene.value("select handle from public.profiles where id = $1", scene.me.id))
        .slice(0, 8),
    },
  }),

  updateEntryTemplate: aboutNew("createEntryTemplate"),
  deleteEntryTemplate: aboutNew("createEntryTemplate"),
  getNotebook: notebook,
  updateNotebook: notebook,
  deleteNotebook: aboutNew("createNotebook"),
  getEntryBackground: withBackground,
  getEntry: entry,
  updateEntry: entry,
  deleteEntry: aboutNew("createEntry"),

  listEntryComments: shared,
  createEntryComment: shared,
  deleteEntryComment: async (scene) => {
    const { path } = await shared(scene);
    const { id: commentId } = await scene.make("createEntryComment", { path });
    return { path: { id: path!.id!, commentId } };
  },
  reactToEntry: shared,
  deleteReaction: async (scene) => {
    const { path } = await shared(scene);
    await scene.call("reactToEntry", { path });
    return { path };
  },

  addAttachment: async (scene) => ({
    path: { id: (await scene.make("createEntry")).id },
    body: formOf("file", paint("a photo")),
  }),
  deleteAttachment: attachment(paint("a photo")),
  transcribeAttachment: attachment(silence(10)),

  updateReminder: reminder,
  deleteReminder: aboutNew("createReminder"),

  createShareLink: shareLink,
  revokeShareLink: aboutNew("createShareLink"),
  getSharedEntry: async (scene) => ({ path: { code: (await scene.make("createShareLink")).code } }),

  listEntryVersions: entry,
  restoreEntryVersion: async (scene) => {
    const path = { id: (await scene.call("createEntry")).entry.id };
    await scene.call("updateEntry", { path, body: { content: "Other words." } });
    const { versions } = await scene.call("listEntryVersions", { path });
    return { path: { ...path, versionId: versions[0].id } };
  },
  forgetEntryVersions: entry,
  endCalendar: async (scene) => (await scene.call("makeCalendar"), {}),
  createOwnImport: ownImport,
  getOwnImport: endedImport,
  getCalendar: async (scene) => ({
    path: { secret: (await scene.call("makeCalendar")).url.split("/").at(-1) },
  }),

  getGoal: goal,
  updateGoal: goal,
  deleteGoal: aboutNew("createGoal"),
  listGoalCheckIns: goal,
  createGoalCheckIn: goal,
  updateGoalCheckIn: checkIn,
  deleteGoalCheckIn: checkIn,
  createSleepEntry: () => ({ body: { date: otherDay(), hours: 7.5, quality: 4 } }),

  buyStreakFreeze: async (scene) => {
    await scene.sql`delete from private.streak_freezes where user_id = ${scene.me.id}`;
    await scene.sql`
      select private.post_drop(${scene.me.id}, 10, 'admin_adjustment', 'Bench', 'bench')`;
    return {};
  },
  pauseStreaks: () => ({
    body: { until: new Date(Date.now() + 864e5).toISOString().slice(0, 10) },
  }),
  resumeStreaks: async (scene) => (await scene.call("pauseStreaks"), {}),

  readNotifications: async (scene) => {
    await scene.sql`
      update public.notifications set read_at = null where id = any (array(
        select id from public.notifications where user_id = ${scene.me.id}
        order by created_at desc limit 20))`;
    return {};
  },
  registerPushDevice: () => ({
    body: { token: `ExponentPushToken[${crypto.randomUUID()}]`, platform: "ios" },
  }),
  deletePushDevice: aboutNew("registerPushDevice"),

  receiveEmailEvent: mailEvent,

  receiveMusicCallback: async (scene) => ({
    query: Object.fromEntries((await musicCallback(scene)).searchParams),
  }),
  redeemMusicGrant: musicGrant,
  getMusicAccount: listener(0),
  disconnectMusic: listener(0),
  syncMusic: listener(20),

  generateBackground,
};
