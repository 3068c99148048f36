import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Loaded, NoCopiesYet, Refusal } from "../../parts/states.tsx";
import { Switch } from "../../parts/fields.tsx";
import { useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { money, number } from "../../words.ts";
import { clear } from "./conversation.ts";
import { words } from "../../words/assistant.ts";
import { words as common } from "../../words/common.ts";

type Permissions = Answer<"/api/chat/settings", "get">["settings"];

/** The rights of the assistant, its costs, and a button to make it forget. */
export function Settings() {
  const own = profile.value;
  const { errors, act } = useAct();
  const set = (change: Partial<Permissions>) =>
    act(async () => {
      await api.put("/api/chat/settings", { body: change });
      await syncNow();
    });
  async function forget() {
    const text = words.deleteConversationHint;
    if (!await confirm(words.askDeleteConversation, text, common.delete)) return;
    if (await act(clear)) say(words.deleted);
  }
  return (
    <>
      <Card title={words.whatItMayDo} icon="lock">
        {own
          ? (
            <>
              <Switch
                label={words.readJournal}
                isOn={own.read_notes_enabled}
                disabled={!isOnline.value}
                onSwitch={(read_notes_enabled) => set({ read_notes_enabled })}
                hint={words.readJournalHint}
              />
              <Switch
                label={words.writeToMe}
                isOn={own.check_in_enabled}
                disabled={!isOnline.value}
                onSwitch={(check_in_enabled) => set({ check_in_enabled })}
                hint={own.read_notes_enabled ? words.writeToMeHint : words.writeToMeNeedsJournal}
              />
            </>
          )
          : <NoCopiesYet label={words.settings} />}
        <Refusal errors={errors} />
        <p class="hint">
          {words.providerHint} <a href="#/me/privacy">{words.chooseForEntries}</a>
        </p>
      </Card>
      <Usage />
      <Card title={words.theConversation} icon="trash">
        <p class="hint">
          {words.conversationHint}
        </p>
        <div class="actions">
          <Button look="danger" disabled={!isOnline.value} onClick={forget}>
            {words.deleteConversation}
          </Button>
        </div>
      </Card>
    </>
  );
}

/** The cost of the AI calls of the month. */
function Usage() {
  const remote = useRemote(() => api.get("/api/ai/usage"), ["usage"]);
  return (
    <Card title={words.usedThisMonth} icon="spark">
      <Loaded remote={remote} label={words.usage}>
        {({ usage }) =>
          !usage.calls ? <p class="hint">{words.nothingUsed}</p> : (
            <>
              <p class="hint">{words.tokensHint}</p>
              <table class="figures">
                <caption class="hidden">{words.usageCaption}</caption>
                <thead>
                  <tr>
                    <th scope="col">{words.usedForHead}</th>
                    <th scope="col">{words.tokens}</th>
                    <th scope="col">{words.images}</th>
                    <th scope="col">{words.cost}</th>
                  </tr>
                </thead>
                <tbody>
                  {Object.entries(words.usedFor).map(([part, name]) => {
                    const { tokens, images, cost_usd } = usage[part as keyof typeof words.usedFor];
                    return (tokens > 0 || images > 0) && (
                      <tr key={part}>
                        <th scope="row">{name}</th>
                        <td>{number(tokens)}</td>
                        <td>{number(images)}</td>
                        <td>{dollars(cost_usd)}</td>
                      </tr>
                    );
                  })}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">{words.calls({ count: usage.calls })}</th>
                    <td>{number(usage.total_tokens)}</td>
                    <td />
                    <td>{dollars(usage.total_cost_usd)}</td>
                  </tr>
                </tfoot>
              </table>
            </>
          )}
      </Loaded>
    </Card>
  );
}

const dollars = (amount: number) =>
  amount > 0 && amount < 0.01
    ? words.lessThan({ amount: money(1, "USD") })
    : money(amount * 100, "USD");
