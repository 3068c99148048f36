import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, NoCopiesYet } from "../../parts/states.tsx";
import { Switch } from "../../parts/switch.tsx";
import { useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { count, number } from "../../words.ts";
import { clear } from "./conversation.ts";

type Permissions = Answer<"/api/chat/settings", "get">["settings"];

/** What the assistant may read and do, what it has cost, and how to make it forget. */
export function Settings() {
  const own = profile.value;
  const { errors, act } = useAct();
  const set = (change: Partial<Permissions>) =>
    act(async () => {
      await api.put("/api/chat/settings", { body: change });
      await syncNow();
    });
  async function forget() {
    const text = "All messages of yours and the assistant's will be gone, on all devices.";
    if (!await confirm("Delete the conversation?", text, "Delete")) return;
    if (await act(clear)) say("Deleted");
  }
  return (
    <>
      <Card title="What it may do" icon="lock">
        {own
          ? (
            <>
              <Switch
                label="Read my journal"
                isOn={own.read_notes_enabled}
                disabled={!isOnline.value}
                onSwitch={(read_notes_enabled) => set({ read_notes_enabled })}
                hint="In the chat it then knows your latest entries, their analysis and your open goals, and every night it analyzes your last seven days. Nobody else's entries are ever read. Switched off, it takes effect with your next message."
              />
              <Switch
                label="Write to me"
                isOn={own.check_in_enabled}
                disabled={!isOnline.value}
                onSwitch={(check_in_enabled) => set({ check_in_enabled })}
                hint={`Once a day it sends you a cheer.${
                  own.read_notes_enabled ? "" : " For that it has to read your journal too."
                }`}
              />
            </>
          )
          : <NoCopiesYet label="Settings" />}
        <Refusal errors={errors} />
        <p class="hint">
          Your messages, and what you let it read, go to the AI provider of this service without
          your name or address. The provider is told not to keep them. Whether AI finds the moods of
          your entries is a choice of its own, under <a href="#/me/privacy">Privacy</a>.
        </p>
      </Card>
      <Usage />
      <Card title="The conversation" icon="trash">
        <p class="hint">
          Only you can read it: no administrator, and nobody who acts for you. What it has said
          stays until you delete it.
        </p>
        <div class="actions">
          <Button look="danger" disabled={!isOnline.value} onClick={forget}>
            Delete the conversation
          </Button>
        </div>
      </Card>
    </>
  );
}

const parts = {
  other: "Chat, analyses, daily drops",
  tone: "Moods of entries",
  images: "Backgrounds",
  packs: "Tone packs",
} as const;

/** What the AI calls of the month came to. */
function Usage() {
  const remote = useRemote(() => api.get("/api/ai/usage"), ["usage"]);
  return (
    <Card title="Used this month" icon="spark">
      <Loaded remote={remote} label="Usage">
        {({ usage }) =>
          !usage.calls ? <p class="hint">Nothing yet.</p> : (
            <table class="figures">
              <caption class="hidden">What the calls to the AI provider came to this month</caption>
              <thead>
                <tr>
                  <th scope="col">For</th>
                  <th scope="col">Tokens</th>
                  <th scope="col">Images</th>
                  <th scope="col">Cost</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(parts).map(([part, name]) => {
                  const { tokens, images, cost_usd } = usage[part as keyof typeof parts];
                  return (tokens > 0 || images > 0) && (
                    <tr key={part}>
                      <th scope="row">{name}</th>
                      <td>{number(tokens)}</td>
                      <td>{images}</td>
                      <td>{dollars(cost_usd)}</td>
                    </tr>
                  );
                })}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{count(usage.calls, "call")}</th>
                  <td>{number(usage.total_tokens)}</td>
                  <td />
                  <td>{dollars(usage.total_cost_usd)}</td>
                </tr>
              </tfoot>
            </table>
          )}
      </Loaded>
    </Card>
  );
}

const dollars = (amount: number) =>
  amount > 0 && amount < 0.01 ? "below $0.01" : `$${amount.toFixed(2)}`;
