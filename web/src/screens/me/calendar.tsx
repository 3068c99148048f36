import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { Pane } from "./pane.tsx";

export function CalendarPane() {
  const [url, setUrl] = useState<string | null>(null);
  const { isBusy, errors, act } = useAct();

  const make = () => act(async () => setUrl((await api.post("/api/user/calendar")).url));
  async function end() {
    const text = "Calendars that subscribe to it stop showing your goals and windows.";
    if (!await confirm("End the address?", text, "End it")) return;
    const hadNone = () => say("You have no address");
    if (await act(() => api.delete("/api/user/calendar"), { not_found: hadNone })) say("Ended");
    setUrl(null);
  }

  return (
    <Pane title="Calendar">
      <Card title="In your calendar app" icon="calendar">
        <p>
          An address to which your calendar app subscribes. It shows the dates of your open goals
          and the workout windows of the next two weeks, wherever you are.
        </p>
        {url
          ? (
            <>
              <p class="address">{url}</p>
              <p class="hint" role="status">
                Copy it now: it is shown this once. Whoever has it reads your calendar.
              </p>
            </>
          )
          : (
            <p class="hint">
              The address is shown once. A new one ends the one before.
            </p>
          )}
        <Refusal errors={errors} />
        <div class="actions">
          <Button look="quiet" disabled={isBusy || !isOnline.value} onClick={end}>
            End the address
          </Button>
          {url
            ? (
              <Button
                look="main"
                onClick={() => navigator.clipboard.writeText(url).then(() => say("Copied"))}
              >
                Copy the address
              </Button>
            )
            : (
              <Button
                look="main"
                isBusy={isBusy}
                disabled={isBusy || !isOnline.value}
                onClick={make}
              >
                Make an address
              </Button>
            )}
        </div>
      </Card>
    </Pane>
  );
}
