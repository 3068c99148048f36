/** The people, the titles and the words that notifications are about, as far as the user sees them. */
import type { components } from "@journal/client";
import type { Person } from "../../../parts/avatar.tsx";
import { cardsOf, rowsOf } from "../../../data-api.ts";
import { useRemote } from "../../../remote.ts";
import { api, entries, supabase } from "../../../service.ts";
import type { Winners } from "./titles.ts";

type Notification = components["schemas"]["UserNotification"];
type Named = Partial<Record<"user_id" | "entry_id" | "message_id" | "drop_id", string>>;

export interface Subject {
  person: Person;
  /** The title of the entry. */
  title?: string;
  /** The words of the person. */
  words?: string;
}

/** How many rows of a table one question names. */
const MOST = 100;

/** Without the rows of a failed read, a notification shows its own text. */
const orNone = <T>(rows: Promise<T[]>): Promise<T[]> => rows.catch(() => []);

/** The subjects by the ids of their notifications; none without a network. */
export function useSubjects(list: Notification[]): Map<string, Subject> | undefined {
  return useRemote(() => read(list), ["subjects", list.map(({ id }) => id).join()]).value;
}

/** The winners of the battles that have ended; none without a network. */
export function useWinners(list: Notification[]): Winners | undefined {
  const weeks = list.flatMap(({ type, data }) =>
    type === "battle_result" ? [data.week_start_date] : []
  ).slice(0, MOST);
  const read = async (): Promise<Winners> => {
    if (!weeks.length) return new Map();
    const rows = await rowsOf(
      supabase.from("workout_window_battles").select("week_start_date, winner")
        .in("week_start_date", weeks).not("winner", "is", null),
    );
    return new Map(rows.map(({ week_start_date, winner }) => [week_start_date, winner]));
  };
  return useRemote(read, ["winners", weeks.join()]).value;
}

async function read(list: Notification[]): Promise<Map<string, Subject>> {
  const ids = (name: keyof Named, ...types: string[]) =>
    [
      ...new Set(list.flatMap(({ type, data }) => {
        const id = (data as Named)[name];
        return id && (!types.length || types.includes(type)) ? [id] : [];
      })),
    ].slice(0, MOST);
  const own = new Map(entries.value.map(({ id, title }) => [id, title]));
  const asked = ids("entry_id").filter((id) => !own.has(id));
  const commented = ids("entry_id", "comment");
  const written = ids("message_id");
  const [people, titles, comments, messages, cheers] = await Promise.all([
    orNone(cardsOf(ids("user_id"))),
    orNone(
      asked.length
        ? rowsOf(supabase.from("journal_entries").select("id, title").in("id", asked))
        : Promise.resolve([]),
    ),
    orNone(
      commented.length
        ? rowsOf(
          supabase.from("journal_comments").select("entry_id, user_id, content")
            .in("entry_id", commented).order("created_at", { ascending: false }).limit(MOST),
        )
        : Promise.resolve([]),
    ),
    orNone(
      written.length
        ? rowsOf(supabase.from("team_messages").select("id, content").in("id", written))
        : Promise.resolve([]),
    ),
    orNone(
      ids("drop_id").length
        ? api.get("/api/encouragement-drops/received", { params: { query: { limit: 50 } } })
          .then(({ drops }) => drops)
        : Promise.resolve([]),
    ),
  ]);
  for (const { id, title } of titles) own.set(id, title);
  const cards = new Map(people.map((person) => [person.id, person]));
  return new Map(list.flatMap(({ id, type, data }) => {
    const { user_id = "", entry_id = "", message_id, drop_id } = data as Named;
    const person = cards.get(user_id);
    if (!person) return [];
    const words = type === "comment"
      ? comments.find((each) => each.entry_id === entry_id && each.user_id === user_id)?.content
      : message_id
      ? messages.find((each) => each.id === message_id)?.content
      : cheers.find((each) => each.id === drop_id)?.content;
    return [[id, { person, title: own.get(entry_id), words: words || undefined }] as const];
  }));
}
