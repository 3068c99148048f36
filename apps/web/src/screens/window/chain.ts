import type { Answer } from "@journal/client";
import { type Remote, useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { heard } from "../../session.ts";

/** The people before and after the user in a chain. */
export type Around = Answer<"/api/workout-window/chain/{date}", "get">;

export const useChain = (date: string, after: unknown): Remote<Around> =>
  useRemote(
    () => api.get("/api/workout-window/chain/{date}", { params: { path: { date } } }),
    [date, heard.value, after],
  );
