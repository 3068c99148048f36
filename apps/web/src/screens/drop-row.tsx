import "./cheers.css";
import type { ComponentChildren } from "preact";
import { useAct } from "../act.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { moment, nameOf } from "../words.ts";
import { words as cheers } from "../words/cheers.ts";
import { words } from "../words/rows.ts";
import type { Card } from "./people/circles.ts";
import { isAssistant, thank } from "./cheer.tsx";

/** A received encouragement, with a button to thank and a button to mark it as read. */
export function DropRow({ drop: { id, sender, date_sent, read_at }, read, onRead, children }: {
  drop: {
    id: string;
    sender: Card | null;
    date_sent: string;
    read_at: string | null;
  };
  /** The drops that were read here, which the list does not know yet. */
  read: string[];
  onRead(id: string): void;
  /** The words of the drop. */
  children: ComponentChildren;
}) {
  const isNew = !read_at && !read.includes(id);
  const { isBusy, errors, act } = useAct();
  return (
    <li class={isNew ? "new" : ""}>
      <Avatar person={sender} />
      <div>
        <p class="meta">
          <a href={sender ? `#/people/person/${sender.id}` : undefined}>
            <strong>
              <Name person={sender} />
            </strong>
          </a>{" "}
          <span>{moment(date_sent)}</span>
        </p>
        {children}
        {isNew && sender && !isAssistant(sender) && (
          <Button
            class="thank"
            look="quiet"
            icon="heart"
            isBusy={isBusy}
            aria-label={cheers.thankNamed({ name: nameOf(sender) })}
            onClick={async () => await act(() => thank(sender)) && onRead(id)}
          >
            {cheers.thank}
          </Button>
        )}
        <Refusal errors={errors} />
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
