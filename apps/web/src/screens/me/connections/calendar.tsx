import { useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { NewLink } from "../../../parts/new-link.tsx";
import { Loaded, Refusal } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { dateOf } from "../../../words.ts";
import { words } from "../../../words/calendar-address.ts";
import { Pane } from "../../../parts/pane.tsx";

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
    if (!await confirm(words.askEnd, words.askEndHint, words.endIt)) return;
    // Another device may have been faster.
    const isEnded = await act(() => api.delete("/api/user/calendar"), { not_found: () => {} });
    if (isEnded) say(words.ended);
    setUrl(null);
    remote.retry();
  }

  return (
    <Pane title={words.title}>
      <Card title={words.name} icon="calendar">
        <p>{words.text}</p>
        {url && <NewLink address={url} title={words.calendar} hint={words.copyNow} />}
        <Loaded remote={remote} lines={1} label={words.address}>
          {({ made_at }) => (
            <>
              {!url && (
                <p class="hint">
                  {made_at ? words.madeAt({ date: dateOf(made_at) }) : words.shownOnce}
                </p>
              )}
              <Refusal errors={errors} />
              <div class="actions">
                {made_at && (
                  <Button look="quiet" disabled={isShut} onClick={end}>{words.end}</Button>
                )}
                {!url && (
                  <Button look="main" isBusy={isBusy} disabled={isShut} onClick={make}>
                    {made_at ? words.makeNew : words.make}
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
