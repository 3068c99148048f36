/** What waits to be sent or was refused, and what to do about it. */
import "./not-sent.css";
import type { ComponentChildren } from "preact";
import type { Waiting } from "@journal/client";
import { offline } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { Button } from "./controls.tsx";
import { confirm } from "./dialog.tsx";
import { Icon } from "./icons.tsx";
import { Progress } from "./progress.tsx";

export function NotSent({ item: { id, refusal, progress }, children }: {
  item: Waiting;
  /** Another way out, beside sending it again and discarding it. */
  children?: ComponentChildren;
}) {
  const again = async () => {
    await offline.outbox.retry(id);
    syncNow();
  };
  const discard = async () => {
    const text = "It is on this device alone, and will be gone.";
    if (await confirm("Discard this?", text, "Discard")) await offline.outbox.discard(id);
  };
  if (progress !== null) return <Progress value={progress} label="Sending" />;
  return (
    <div class="not-sent" role={refusal ? "alert" : undefined}>
      <p class={refusal ? "error" : "hint"}>
        <Icon name={refusal ? "warning" : "cloud"} size={16} />
        {refusal
          ? `Not sent: ${refusal.message}`
          : isOnline.value
          ? "Waits to be sent"
          : "Sent when the network is back"}
      </p>
      {refusal && <Button look="quiet" onClick={again}>Send again</Button>}
      {children}
      <Button look="quiet" onClick={discard}>Discard</Button>
    </div>
  );
}
