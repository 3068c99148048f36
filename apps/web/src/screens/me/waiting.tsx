/** What this device has to send yet, and what the service has refused. */
import { useState } from "preact/hooks";
import type { SendKind, Waiting } from "@journal/client";
import { Button, Card, TextArea } from "../../parts/controls.tsx";
import { NotSent } from "../../parts/not-sent.tsx";
import { Empty } from "../../parts/states.tsx";
import { conflicts, offline, pending, waiting } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { count, moment } from "../../words.ts";
import { Pane } from "./pane.tsx";

const names: Record<SendKind, string> = {
  attachments: "A file of an entry",
  team_messages: "A message to a team",
  comments: "A comment",
  reactions: "A reaction",
  drops: "A cheer",
  drop_reads: "A drop that you have read",
  workout_check_ins: "A check-in",
};

export function WaitingPane() {
  const items = waiting.value;
  const edits = pending.value - items.filter(({ refusal }) => !refusal).length;
  return (
    <Pane title="To be sent">
      {!items.length && !edits && !conflicts.value.length && (
        <Empty icon="check" title="Everything is sent">Nothing waits on this device.</Empty>
      )}
      {edits > 0 && <p class="hint">{count(edits, "change")} of your own things will be sent.</p>}
      {conflicts.value.map(({ id }) => (
        <p key={id}>
          <a class="button" href={`#/journal/conflicts/${id}`}>An edit to decide</a>
        </p>
      ))}
      {items.map((item) => (
        <Card key={item.id} title={names[item.kind]} icon={item.refusal ? "warning" : "cloud"}>
          <Item item={item} />
        </Card>
      ))}
    </Pane>
  );
}

function Item({ item }: { item: Waiting }) {
  const { id, fields, made_at, refusal } = item;
  const words = "content" in fields ? fields.content ?? "" : undefined;
  const [text, setText] = useState<string>();
  async function send() {
    await offline.outbox.retry(id, { content: text });
    setText(undefined);
    syncNow();
  }
  return (
    <>
      {text === undefined
        ? words && <p class="text">{words}</p>
        : <TextArea label="Your words" rows={3} value={text} onText={setText} />}
      <p class="hint">{moment(made_at)}</p>
      {text === undefined
        ? (
          <NotSent item={item}>
            {refusal && words !== undefined && (
              <Button
                look="quiet"
                icon="edit"
                onClick={() => setText(words)}
              >
                Change
              </Button>
            )}
          </NotSent>
        )
        : (
          <div class="actions">
            <Button onClick={() => setText(undefined)}>Cancel</Button>
            <Button look="main" disabled={!text.trim()} onClick={send}>Send</Button>
          </div>
        )}
    </>
  );
}
