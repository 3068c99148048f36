/** Former texts of an own sealed entry, opened on this device. */
import type { Opened } from "../../sealed.ts";
import { words } from "../../words/sealed.ts";
import { History } from "../history/history.tsx";
import { asRefusal } from "./acts.ts";
import { sealed } from "./device.ts";

export const SealedHistory = ({ entry }: { entry: Opened }) => (
  <History
    entry={entry}
    read={async (cursor) => {
      const { versions, next_cursor } = await sealed().entries.versions(entry.id, cursor)
        .catch((error) => Promise.reject(asRefusal(error)));
      return { items: versions, next: next_cursor };
    }}
    restore={({ title, content }) =>
      sealed().entries.update(entry.id, { title, content }, {
        title: entry.title,
        content: entry.content,
      })}
    failureOf={({ failure }) => failure && words.failures[failure]}
  />
);
