/** The writes of the workers. */
import { paint } from "../../packages/stand-ins/png.ts";
import type { Team, Worker } from "./team.ts";

interface Write {
  as?: Worker;
  path: string;
  body?: unknown;
}

interface Act {
  /** `entry` is an entry on the worker's device. Undefined when the act is not possible yet. */
  write(
    worker: Worker,
    key: string,
    team: Team,
    entry?: string,
  ): Write | undefined | Promise<Write>;
  /** Selects the `key` of every row that the act has written, where it writes rows. */
  stored?: string;
}

/** One of the app's own addresses (`SITE_URL`). */
const HOME = "https://app.example.com/";

/** One of a list, by chance. */
export const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

export const acts: Record<string, Act> = {
  entry: {
    write: (_, id) => ({ path: "/journal", body: { id, title: "Fault", content: "It went on." } }),
    stored: "select id::text as key from public.journal_entries",
  },
  "check-in": {
    write: ({ goalId }, id) => ({
      path: `/goals/${goalId}/check-ins`,
      body: { id, status: "completed" },
    }),
    stored: "select id::text as key from public.goal_check_ins",
  },
  "team message": {
    write: (_, content, { teamId }) => ({ path: `/teams/${teamId}/messages`, body: { content } }),
    stored: "select content as key from public.team_messages",
  },
  drop: {
    write: (worker, content, { workers }) => ({
      path: "/encouragement-drops/send",
      body: {
        recipient_id: any(workers.filter((each) => each !== worker)).id,
        drop_type: "encouragement",
        content,
      },
    }),
    stored: "select content as key from public.drops_sent",
  },
  adjustment: {
    write: ({ id }, reason, { admin }) => ({
      as: admin,
      path: `/admin/users/${id}/drops`,
      body: { delta: 1, reason },
    }),
    stored: "select reason as key from public.drops_ledger",
  },
  question: {
    write: (_, message) => ({ path: "/chat/messages", body: { message } }),
    stored: `select content as key from public.chat_messages where role = 'user'`,
  },
  invitation: {
    write: (_, key, { admin, orgId }) => ({
      as: admin,
      path: `/organizations/${orgId}/invitations`,
      body: { email: `${key}@example.com`, role: "member" },
    }),
    stored: `select split_part(email, '@', 1) as key from private.organization_invitations
      where email is not null`,
  },
  checkout: {
    write: () => ({
      path: "/payment/create-checkout-session",
      body: { priceId: "price_monthly", successUrl: HOME, cancelUrl: HOME },
    }),
  },
  play: {
    async write({ id }, track, { music }) {
      await music.play(id, track);
      return { path: "/music/sync" };
    },
    stored: "select spotify_track_id as key from public.spotify_plays",
  },
  photo: {
    write(worker, id, _, entry) {
      if (!entry) return undefined;
      // Moves to the end: an entry takes ten photos at most.
      worker.copy.get("journal_entries")!.delete(entry);
      worker.copy.get("journal_entries")!.add(entry);
      const body = new FormData();
      body.set("id", id);
      body.set("file", new Blob([paint(id) as Uint8Array<ArrayBuffer>], { type: "image/png" }));
      return { path: `/journal/${entry}/attachments`, body };
    },
    stored: "select id::text as key from public.entry_attachments",
  },
};
