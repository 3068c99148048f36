/** The service's counts of itself: as of now, and of each day. */
import { rowsOf } from "../data-api.ts";
import { supabase } from "../service.ts";

/** The values for an operator, by name. */
export type Metrics = Record<string, number | null>;

export async function readMetrics(): Promise<Metrics> {
  const rows = await rowsOf(supabase.from("service_metrics").select("metric, value"));
  return Object.fromEntries(rows.map(({ metric, value }) => [metric, value]));
}

/** A day (UTC). */
export interface Day {
  day: string;
  sign_ups: number;
  active_people: number;
  entries: number;
  ai_cost_usd: number;
}

/** Days before a date, the newest first. */
export function readDays(number: number, before?: string): Promise<Day[]> {
  const query = supabase.from("service_days")
    .select("day, sign_ups, active_people, entries, ai_cost_usd")
    .order("day", { ascending: false }).limit(number);
  return rowsOf(before ? query.lt("day", before) : query);
}
