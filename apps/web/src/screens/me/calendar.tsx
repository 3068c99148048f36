import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { dateOf } from "../../words.ts";
import { Pane } from "./pane.tsx";

export function CalendarPane() {
  const [url, setUrl] = useState<string | null>(null);
  const remote = useRemote(() => api.get("/api/user/calendar"), ["calendar"]);
  const { isBusy, errors, act } = useAct();
  const isShut = isBusy || !isOnline.value;

  const make = () =>
    act(async () => {
      setUrl((await api.post("/api/user/calendar")).url);
      remote.retry();
    });
  async function end() {
    const text = "Calendars that subscribe to it stop showing your goals and windows.";
    if (!await confirm("End the address?", text, "End it")) return;
    // Another device may have been faster.
    const isEnded = await act(() => api.delete("/api/user/calendar"), { not_found: () => {} });
    if (isEnded) say("Ended");
    setUrl(null);
    remote.retry();
  }

  return (
    <Pane title="Calendar">
      <Card title="In your calendar app" icon="calendar">
        <p>
          An address to which your calendar app subscribes. It shows the dates of your open goals
          and the workout windows of the next two weeks, wherever you are.
        </p>
        {url && (
          <NewLink
            address={url}
            title="My calendar"
            hint="Copy it now: it is shown this once. Whoever has it reads your calendar."
          />
        )}
        <Loaded remote={remote} lines={1} label="Address">
          {({ made_at }) => (
            <>
              {!url && (
                <p class="hint">
                  {made_at
                    ? `There is an address since ${dateOf(made_at)}. A new one ends it.`
                    : "The address is shown once."}
                </p>
              )}
              <Refusal errors={errors} />
              <div class="actions">
                {made_at && (
                  <Button look="quiet" disabled={isShut} onClick={end}>End the address</Button>
                )}
                {!url && (
                  <Button look="main" isBusy={isBusy} disabled={isShut} onClick={make}>
                    {made_at ? "Make a new address" : "Make an address"}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </Card>
    </Pane>
  );
}
