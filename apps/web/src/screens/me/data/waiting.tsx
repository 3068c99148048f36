/** Items that this device has not sent yet, and items that the service has refused. */
import { useState } from "preact/hooks";
import type { Waiting } from "@journal/client";
import { retry } from "../../../outbox.ts";
import { Button, Card, TextArea } from "../../../parts/controls.tsx";
import { NotSent } from "../../../parts/not-sent.tsx";
import { Empty } from "../../../parts/states.tsx";
import { conflicts, pending, waiting } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/me.ts";

export function WaitingPane() {
  const items = waiting.value;
  const edits = pending.value - items.filter(({ refusal }) => !refusal).length;
  return (
    <Pane title={words.toBeSent}>
      {!items.length && !edits && !conflicts.value.length && (
        <Empty icon="check" title={words.allSent}>{words.allSentHint}</Empty>
      )}
      {edits > 0 && <p class="hint">{words.editsToSend({ count: edits })}</p>}
      {conflicts.value.map(({ id }) => (
        <p key={id}>
          <a class="button" href={`#/journal/conflicts/${id}`}>{words.chooseVersion}</a>
        </p>
      ))}
      {items.map((item) => (
        <Card
          key={item.id}
          title={words.kinds[item.kind]}
          icon={item.refusal ? "warning" : "cloud"}
        >
          <Item item={item} />
        </Card>
      ))}
    </Pane>
  );
}

function Item({ item }: { item: Waiting }) {
  const { id, fields, made_at, refusal } = item;
  const written = "content" in fields ? fields.content ?? "" : undefined;
  const [text, setText] = useState<string>();
  async function send() {
    await retry(id, { content: text });
    setText(undefined);
    syncNow();
  }
  return (
    <>
      {text === undefined
        ? written && <p class="text">{written}</p>
        : <TextArea label={words.yourWords} rows={3} value={text} onText={setText} />}
      <p class="hint">{moment(made_at)}</p>
      {text === undefined
        ? (
          <NotSent item={item}>
            {refusal && written !== undefined && (
              <Button
                look="quiet"
                icon="edit"
                onClick={() => setText(written)}
              >
                {words.change}
              </Button>
            )}
          </NotSent>
        )
        : (
          <div class="actions">
            <Button onClick={() => setText(undefined)}>{common.cancel}</Button>
            <Button look="main" disabled={!text.trim()} onClick={send}>{common.send}</Button>
          </div>
        )}
    </>
  );
}
