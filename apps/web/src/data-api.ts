/** Answers of the Data API, with refusals like those of the routes. */
import { JournalError } from "@journal/client";

interface Answered<T> {
  data: T | null;
  error: { message: string; code?: string } | null;
  /** 0 without a network. */
  status: number;
}

/**
 * The rows of a query of supabase-js.
 *
 * @throws {JournalError}
 */
export async function rowsOf<T>(query: PromiseLike<Answered<T>>): Promise<T> {
  const { data, error, status } = await query;
  if (error) throw new JournalError(status, error.code ?? "", error.message);
  return data!;
}
