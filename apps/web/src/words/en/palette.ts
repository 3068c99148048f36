/** The list of everything that one can do, which Ctrl+K opens. */
import { plural } from "../../plural.ts";

export const words = {
  title: "What would you like to do?",
  field: "Find an act, a place, an entry or a person",
  groups: {
    acts: "Do",
    places: "Go to",
    entries: "Entries",
    people: "People",
    settings: "Settings",
  },
  acts: {
    write: "Write an entry",
    goal: "Add a goal",
    reminder: "Add a reminder",
    cheer: "Send a cheer",
    notifications: "Read my notifications",
    search: ({ text }: { text: string }) => `Search the journal for “${text}”`,
  },
  found: ({ count }: { count: number }) =>
    plural(count, { one: "1 thing found", other: `${count} things found` }),
  nothing: "Nothing found",
};
