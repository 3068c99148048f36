import "./cheers.css";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { moment, nameOf } from "../words.ts";
import { words as cheers } from "../words/cheers.ts";
import { isThankable, type Received, Said, thank } from "./cheer.tsx";

/** A received encouragement, with a button to thank and a button to mark it as read. */
export function DropRow({ drop, read, onRead, onThanked }: {
  drop: Received;
  /** The drops that were read here, which the list does not know yet. */
  read: string[];
  onRead(id: string): void;
  /** Thanks have also marked it as read. */
  onThanked(id: string): void;
}) {
  const { id, sender, date_sent, read_at } = drop;
  const isNew = !read_at && !read.includes(id);
  const [isThanked, setThanked] = useState(drop.thanked_at !== null);
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
        <Said drop={drop} />
        {isThanked && <p class="hint">{cheers.thanked}</p>}
        {!isThanked && isThankable(drop) && (
          <Button
            class="thank"
            look="quiet"
            icon="heart"
            isBusy={isBusy}
            aria-label={cheers.thankNamed({ name: nameOf(drop.sender) })}
            onClick={async () => {
              if (!await act(() => thank(drop))) return;
              setThanked(true);
              onThanked(id);
            }}
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
          aria-label={cheers.markAsRead({ name: nameOf(sender) })}
          onClick={() => onRead(id)}
        />
      )}
    </li>
  );
}
