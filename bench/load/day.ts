/** A user's day as requests, each with its frequency. */

/** Someone who is signed in. */
export interface VirtualUser {
  id: string;
  token: string;
  refreshToken: string;
  teamId: string;
  goalId: string;
  /** The ids of the users to whom it sends drops. */
  others: string[];
  cursor?: string;
}

interface Act {
  /** Its share of all requests, in proportion to the others. */
  weight: number;
  request(user: VirtualUser, any: Choose): Ask;
  /** Keeps values of the answer for later requests. */
  remember?(user: VirtualUser, answer: Answer): void;
}

interface Ask {
  path: string;
  /** It is sent by POST. */
  body?: unknown;
  /** At Supabase Auth instead of the functions. */
  auth?: boolean;
}

// deno-lint-ignore no-explicit-any -- each act reads the fields it needs
type Answer = any;

/** Takes one of a list. */
export type Choose = <T>(list: T[]) => T;

export const atRandom: Choose = (list) => list[Math.floor(Math.random() * list.length)]!;

const sentences = [
  "Slept well and walked to work along the river.",
  "The plan for the week is short: write every morning, call my sister, finish the shelf.",
  "A hard day. I said no to the third meeting, and it felt right.",
];

export const acts: Record<string, Act> = {
  "feed page": { weight: 30, request: () => ({ path: "/api/journal?limit=20" }) },
  "sync": {
    weight: 20,
    request: ({ cursor }) => ({
      path: `/api/sync?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
    }),
    remember: (user, { next_cursor }) => void (user.cursor = next_cursor),
  },
  "balance": { weight: 10, request: () => ({ path: "/api/drops/balance" }) },
  "notifications": { weight: 8, request: () => ({ path: "/api/notifications?limit=20" }) },
  "team messages": {
    weight: 6,
    request: ({ teamId }) => ({ path: `/api/teams/${teamId}/messages?limit=30` }),
  },
  "new entry": {
    weight: 9,
    request: (_, any) => ({
      path: "/api/journal",
      body: { title: "Today", content: any(sentences), visibility: "team" },
    }),
  },
  "check-in": {
    weight: 6,
    request: ({ goalId }) => ({
      path: `/api/goals/${goalId}/check-ins`,
      body: { status: "completed", notes: "Done before noon" },
    }),
  },
  "team message": {
    weight: 6,
    request: ({ teamId }, any) => ({
      path: `/api/teams/${teamId}/messages`,
      body: { content: any(sentences) },
    }),
  },
  "drop": {
    weight: 2,
    request: ({ others }, any) => ({
      path: "/api/encouragement-drops/send",
      body: {
        recipient_id: any(others),
        drop_type: "encouragement",
        content: "You are doing great",
      },
    }),
  },
  "assistant, streamed": {
    weight: 1,
    request: (_, any) => ({ path: "/api/chat/messages", body: { message: any(sentences) } }),
  },
  "refreshed session": {
    weight: 2,
    request: ({ refreshToken }) => ({
      auth: true,
      path: "/auth/v1/token?grant_type=refresh_token",
      body: { refresh_token: refreshToken },
    }),
    remember: (user, { access_token, refresh_token }) => {
      user.token = access_token;
      user.refreshToken = refresh_token;
    },
  },
};

const names = Object.keys(acts);
const total = names.reduce((sum, name) => sum + acts[name]!.weight, 0);

/** One of the acts, by its weight. */
export function anyAct(): string {
  let left = Math.random() * total;
  return names.find((name) => (left -= acts[name]!.weight) < 0) ?? names[0]!;
}
