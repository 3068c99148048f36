/** Items that wait to be sent or were refused, with buttons to retry, change or discard them. */
import "./parts.css";
import type { ComponentChildren } from "preact";
import type { Waiting } from "@journal/client";
import { discard, retry } from "../outbox.ts";
import { inWords } from "../refusals.ts";
import { isOnline, syncNow } from "../session.ts";
import { Button } from "./controls.tsx";
import { confirm } from "./dialog.tsx";
import { Icon } from "./icons.tsx";
import { Progress } from "./bars.tsx";
import { words as common } from "../words/common.ts";
import { words } from "../words/parts.ts";

export function NotSent({ item: { id, refusal, progress }, children }: {
  item: Waiting;
  /** Another way out, beside sending it again and discarding it. */
  children?: ComponentChildren;
}) {
  const again = async () => {
    await retry(id);
    syncNow();
  };
  const forget = async () => {
    const text = words.discardHint;
    if (!await confirm(words.askDiscard, text, common.discard)) return;
    await discard(id);
    syncNow();
  };
  if (progress !== null) return <Progress value={progress} label={words.sending} />;
  return (
    <div class="not-sent" role={refusal ? "alert" : undefined}>
      <p class={refusal ? "error" : "hint"}>
        <Icon name={refusal ? "warning" : "cloud"} size={16} />
        {refusal
          ? words.notSent({ reason: inWords(refusal) })
          : isOnline.value
          ? words.waiting
          : words.sentLater}
      </p>
      {refusal && <Button look="quiet" onClick={again}>{words.sendAgain}</Button>}
      {children}
      <Button look="quiet" onClick={forget}>{common.discard}</Button>
    </div>
  );
}
