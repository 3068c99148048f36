import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go, query } from "../../router.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { count, fullMoment, moment } from "../../words.ts";
import { Pane } from "./pane.tsx";

const refusals: Record<string, string> = {
  access_denied: "You have not allowed it, so nothing was connected.",
  invalid_state: "That took too long, or began elsewhere. Connect again.",
};

export function MusicPane() {
  // The provider has led back here, with a grant or with the reason why there is none.
  const [came] = useState(() => ({
    grant: query.value.get("grant"),
    error: query.value.get("error"),
  }));
  const [changes, setChanges] = useState(0);
  const { value, failure, retry } = useRemote(() => api.get("/api/music/account"), [
    "music",
    changes,
  ]);
  const { isBusy, errors, act, setErrors } = useAct();
  const changed = () => setChanges((number) => number + 1);

  useEffect(() => {
    if (came.grant || came.error) go("/me/music", { replace: true });
    if (came.error) {
      setErrors({ "": refusals[came.error] ?? "The connection failed. Connect again." });
    }
    if (came.grant) {
      act(async () => {
        await api.post("/api/music/account", { body: { grant: came.grant! } });
        await api.post("/api/music/sync");
        changed();
        say("Connected");
      }).then(changed);
    }
  }, []);

  const connect = () =>
    act(async () => location.assign((await api.get("/api/music/connect")).authorize_url));
  const sync = () =>
    act(async () => {
      const { plays } = await api.post("/api/music/sync");
      changed();
      say(plays ? `${count(plays, "song")} more` : "Nothing new");
    }, { music_disconnected: changed });
  async function disconnect() {
    const text = "What you have listened to stays in your journal. Nothing new is added.";
    if (!await confirm("Disconnect Spotify?", text, "Disconnect")) return;
    await act(async () => {
      await api.delete("/api/music/account");
      changed();
    });
  }
  const account = value?.account;
  const isShut = isBusy || !isOnline.value;
  return (
    <Pane title="Music">
      <Card>
        {failure && !value
          ? <Failed failure={failure} retry={retry} />
          : !value || came.grant && isBusy
          ? <Loading lines={2} label="Connection" />
          : account?.status === "connected"
          ? (
            <>
              <div class="fact">
                <Icon name="check" size={24} />
                <p>
                  <strong>Connected with Spotify</strong>
                  <span class="hint">
                    As {account.provider_user_id}, since {moment(account.connected_at)}.{" "}
                    {account.last_synced_at
                      ? `Last fetched: ${fullMoment(account.last_synced_at)}.`
                      : "Nothing was fetched yet."}
                  </span>
                </p>
              </div>
              <div class="actions">
                <Button look="quiet" onClick={disconnect} disabled={isShut}>Disconnect</Button>
                <Button onClick={sync} isBusy={isBusy} disabled={isShut}>Fetch now</Button>
              </div>
            </>
          )
          : (
            <Empty
              icon="music"
              title={account ? "Spotify has ended the connection" : "What were you listening to?"}
            >
              <p>
                Connect Spotify, and each entry remembers the song that was playing when you wrote
                it.
              </p>
              <Button look="main" onClick={connect} isBusy={isBusy} disabled={isShut}>
                {account ? "Connect again" : "Connect Spotify"}
              </Button>
            </Empty>
          )}
        <Refusal errors={errors} />
      </Card>
      {account && <Plays key={changes} />}
    </Pane>
  );
}

function Plays() {
  const pages = usePages(async (cursor) => {
    const { plays, next_cursor } = await api.get("/api/music/plays", {
      params: { query: { cursor, limit: 20 } },
    });
    return { items: plays, next: next_cursor };
  }, ["plays"]);
  return (
    <Card title="Lately" icon="music">
      <Pages
        pages={pages}
        label="Songs"
        class="ledger"
        empty={<Empty icon="music" title="Nothing yet">What you listen to appears here.</Empty>}
      >
        {({ id, played_at, track }) => (
          <li key={id}>
            <div>
              <strong>{track.name}</strong>
              <p class="hint">{track.artist_names.join(", ")}</p>
            </div>
            <span class="hint">{moment(played_at)}</span>
          </li>
        )}
      </Pages>
    </Card>
  );
}
