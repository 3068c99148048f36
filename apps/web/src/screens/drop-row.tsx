import "./drop-row.css";
import type { ComponentChildren } from "preact";
import { Avatar, type Person } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { moment, nameOf } from "../words.ts";
import { words } from "../words/en/rows.ts";

/** The encouragement that somebody has sent, and a button for having read it. */
export function DropRow({ drop: { id, sender, date_sent, read_at }, read, onRead, children }: {
  drop: {
    id: string;
    sender: Person & { id: string };
    date_sent: string;
    read_at: string | null;
  };
  /** Those that were read here, which the list does not know yet. */
  read: string[];
  onRead(id: string): void;
  /** What it says. */
  children: ComponentChildren;
}) {
  const isNew = !read_at && !read.includes(id);
  return (
    <li class={isNew ? "new" : ""}>
      <Avatar person={sender} />
      <div>
        <p class="meta">
          <a href={`#/people/person/${sender.id}`}>
            <strong>{nameOf(sender)}</strong>
          </a>{" "}
          <span>{moment(date_sent)}</span>
        </p>
        {children}
      </div>
      {isNew && (
        <Button
          look="quiet"
          icon="check"
          aria-label={words.markAsRead({ name: nameOf(sender) })}
          onClick={() => onRead(id)}
        />
      )}
    </li>
  );
}
