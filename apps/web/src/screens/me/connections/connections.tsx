/** Programs and assistants that use the journal: tokens, webhooks, and settings for assistants. */
import "./connections.css";
import { useState } from "preact/hooks";
import { Pane, Tabs } from "../../../parts/pane.tsx";
import { isOnline } from "../../../session.ts";
import { words } from "../../../words/connections.ts";
import { Assistants } from "./assistants.tsx";
import type { Token } from "./token-form.tsx";
import { Tokens } from "./tokens.tsx";
import type { Webhook } from "./webhook-form.tsx";
import { OneWebhook } from "./webhook.tsx";
import { NewWebhook, Webhooks } from "./webhooks.tsx";

const here = "/me/connections";

export function ConnectionsPane({ rest: [part, id] }: { rest: string[] }) {
  // Secrets that have come just now: the service does not tell them again.
  const [token, setToken] = useState<Token>();
  const [webhook, setWebhook] = useState<Webhook>();
  if (part === "webhooks" && id) {
    return (
      <Pane
        key={id}
        title={id === "new" ? words.newWebhook : words.webhook}
        back={{ name: words.webhooks, to: `${here}/webhooks` }}
        isBelow
      >
        <div class="connections">
          {id === "new" ? <NewWebhook onMade={setWebhook} /> : (
            <OneWebhook
              id={id}
              made={webhook?.id === id ? webhook : undefined}
              onSecret={setWebhook}
            />
          )}
          <NeedsNetwork />
        </div>
      </Pane>
    );
  }
  return (
    <Pane title={words.title}>
      <Tabs
        label={words.parts}
        tabs={{
          [here]: words.tokens,
          [`${here}/webhooks`]: words.webhooks,
          [`${here}/assistants`]: words.assistants,
        }}
        current={part ? `${here}/${part}` : here}
      />
      <div class="connections">
        {part === "webhooks"
          ? <Webhooks />
          : part === "assistants"
          ? <Assistants token={token} onMade={setToken} />
          : <Tokens made={token} onMade={setToken} />}
        <NeedsNetwork />
      </div>
    </Pane>
  );
}

const NeedsNetwork = () => isOnline.value ? null : <p class="hint">{words.needsNetwork}</p>;
