/** What a user does on a day, as requests, with how often each comes. */
import type { VirtualUser } from "./users.ts";

export interface Act {
  /** Its share of all requests, in proportion to the others. */
  weight: number;
  request(user: VirtualUser): Ask;
  /** Takes what later requests need from the answer. */
  remember?(user: VirtualUser, answer: Answer): void;
}

export interface Ask {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  /** At Supabase Auth instead of the functions. */
  auth?: boolean;
}

// deno-lint-ignore no-explicit-any -- each act reads the fields it needs
type Answer = any;

const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
const get = (path: string): Ask => ({ method: "GET", path });
const post = (path: string, body: unknown): Ask => ({ method: "POST", path, body });

const sentences = [
  "Slept well and walked to work along the river.",
  "The plan for the week is short: write every morning, call my sister, finish the shelf.",
  "A hard day. I said no to the third meeting, and it felt right.",
];

export const acts: Record<string, Act> = {
  "feed page": { weight: 30, request: () => get("/api/journal?limit=20") },
  "sync": {
    weight: 20,
    request: ({ cursor }) =>
      get(`/api/sync?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`),
    remember: (user, { next_cursor }) => void (user.cursor = next_cursor),
  },
  "balance": { weight: 10, request: () => get("/api/drops/balance") },
  "notifications": { weight: 8, request: () => get("/api/notifications?limit=20") },
  "team messages": {
    weight: 6,
    request: ({ teamId }) => get(`/api/teams/${teamId}/messages?limit=30`),
  },
  "new entry": {
    weight: 9,
    request: () =>
      post("/api/journal", { title: "Today", content: any(sentences), visibility: "team" }),
  },
  "check-in": {
    weight: 6,
    request: ({ goalId }) =>
      post(`/api/goals/${goalId}/check-ins`, { status: "completed", notes: "Done before noon" }),
  },
  "team message": {
    weight: 6,
    request: ({ teamId }) => post(`/api/teams/${teamId}/messages`, { content: any(sentences) }),
  },
  "drop": {
    weight: 2,
    request: ({ others }) =>
      post("/api/encouragement-drops/send", {
        recipient_id: any(others),
        drop_type: "encouragement",
        content: "You are doing great",
      }),
  },
  "assistant, streamed": {
    weight: 1,
    request: () => post("/api/chat/messages", { message: any(sentences) }),
  },
  "refreshed session": {
    weight: 2,
    request: ({ refreshToken }) => ({
      auth: true,
      ...post("/auth/v1/token?grant_type=refresh_token", { refresh_token: refreshToken }),
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
