import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, TextArea } from "../parts/controls.tsx";
import { Dialog, say } from "../parts/dialog.tsx";
import { Pages } from "../parts/pages.tsx";
import { Empty, Refusal } from "../parts/states.tsx";
import { type Page, usePages } from "../remote.ts";

interface Decision {
  name: string;
  /** The message after the decision. */
  done: string;
}

interface Props<T> {
  label: string;
  /** The message when nothing waits. */
  nothing: string;
  read(cursor?: string): Promise<Page<T>>;
  yes: Decision & { run(item: T): Promise<unknown> };
  no: Decision & {
    hint: string;
    isOptional?: boolean;
    run(item: T, reason: string): Promise<unknown>;
  };
  /** A name by which a screen reader tells the buttons of the items apart. */
  nameOf(item: T): string;
  children(item: T): ComponentChildren;
}

/** A list of items that wait for a yes or no. A decided item leaves the list. */
export function Queue<T extends { id: string }>(props: Props<T>) {
  const { label, nothing, read, children } = props;
  const pages = usePages(read, [label]);
  const [decided, setDecided] = useState<string[]>([]);
  const top = useRef<HTMLDivElement>(null);
  const items = pages.items?.filter(({ id }) => !decided.includes(id));
  const isDone = (id: string) => {
    setDecided((ids) => [...ids, id]);
    // The button that had the focus is gone.
    top.current?.focus();
    if (items?.length === 1 && pages.more) pages.more();
  };
  return (
    <div ref={top} tabIndex={-1} aria-label={label} role="region" class="queue">
      <Pages
        pages={{ ...pages, items }}
        label={label}
        class="queue"
        empty={<Empty icon="check" title={nothing}>New items appear here.</Empty>}
      >
        {(item) => (
          <li class="card" key={item.id}>
            {children(item)}
            <Decide {...props} item={item} onDone={() => isDone(item.id)} />
          </li>
        )}
      </Pages>
    </div>
  );
}

function Decide<T>({ item, yes, no, nameOf, onDone }: Props<T> & { item: T; onDone(): void }) {
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const { isBusy, errors, act } = useAct();
  const name = nameOf(item);
  async function run({ done }: Decision, work: () => Promise<unknown>) {
    if (!await act(work)) return;
    say(done);
    onDone();
  }
  return (
    <div class="verdict">
      {!isAsked && <Refusal errors={errors} />}
      <div class="actions">
        <Button aria-label={`${no.name}: ${name}`} onClick={() => setAsked(true)}>{no.name}</Button>
        <Button
          look="main"
          aria-label={`${yes.name}: ${name}`}
          isBusy={isBusy && !isAsked}
          onClick={() => run(yes, () => yes.run(item))}
        >
          {yes.name}
        </Button>
      </div>
      {isAsked && (
        <Dialog title={`${no.name} “${name}”?`} onClose={() => setAsked(false)}>
          <form
            onSubmit={(
              event,
            ) => (event.preventDefault(), run(no, () => no.run(item, reason.trim())))}
          >
            <TextArea
              label="Reason"
              rows={3}
              value={reason}
              onText={setReason}
              hint={no.hint}
              error={errors.reason}
              required={!no.isOptional}
            />
            <Refusal errors={errors} shown={["reason"]} />
            <div class="actions">
              <Button onClick={() => setAsked(false)}>Cancel</Button>
              <Button look="danger" type="submit" isBusy={isBusy}>{no.name}</Button>
            </div>
          </form>
        </Dialog>
      )}
    </div>
  );
}
