import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { Empty, Failed, Loading, Refusal } from "../../../parts/states.tsx";
import { usePages, useRemote } from "../../../remote.ts";
import { go, query } from "../../../router.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { fullMoment, moment } from "../../../words.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/music.ts";

export function MusicPane() {
  // The provider has led back here, with a grant or with the reason for a refusal.
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
      const refusals: Record<string, string> = words.refusals;
      setErrors({ "": refusals[came.error] ?? words.refusals.other });
    }
    if (came.grant) {
      act(async () => {
        await api.post("/api/music/account", { body: { grant: came.grant! } });
        await api.post("/api/music/sync");
        changed();
        say(words.connected);
      }).then(changed);
    }
  }, []);

  const connect = () =>
    act(async () => location.assign((await api.get("/api/music/connect")).authorize_url));
  const sync = () =>
    act(async () => {
      const { plays } = await api.post("/api/music/sync");
      changed();
      say(words.newSongs({ count: plays }));
    }, { music_disconnected: changed });
  async function disconnect() {
    const text = words.disconnectHint;
    if (!await confirm(words.askDisconnect, text, words.disconnect)) return;
    await act(async () => {
      await api.delete("/api/music/account");
      changed();
    });
  }
  const account = value?.account;
  const isShut = isBusy || !isOnline.value;
  return (
    <Pane title={words.music}>
      <Card>
        {failure && !value
          ? <Failed failure={failure} retry={retry} />
          : !value || came.grant && isBusy
          ? <Loading lines={2} label={words.connection} />
          : account?.status === "connected"
          ? (
            <>
              <div class="fact">
                <Icon name="check" size={24} />
                <p>
                  <strong>{words.connectedWithSpotify}</strong>
                  <span class="hint">
                    {words.connectedAs({
                      name: account.provider_user_id,
                      since: moment(account.connected_at),
                    })} {account.last_synced_at
                      ? words.lastFetched({ at: fullMoment(account.last_synced_at) })
                      : words.neverFetched}
                  </span>
                </p>
              </div>
              <div class="actions">
                <Button look="quiet" onClick={disconnect} disabled={isShut}>
                  {words.disconnect}
                </Button>
                <Button onClick={sync} isBusy={isBusy} disabled={isShut}>{words.fetchNow}</Button>
              </div>
            </>
          )
          : (
            <Empty
              icon="music"
              title={account ? words.spotifyEnded : words.whatWereYouListeningTo}
            >
              <p>
                {words.connectHint}
              </p>
              <Button look="main" onClick={connect} isBusy={isBusy} disabled={isShut}>
                {account ? words.connectAgain : words.connectSpotify}
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
    <Card title={words.lately} icon="music">
      <Pages
        pages={pages}
        label={words.songs}
        class="ledger"
        empty={<Empty icon="music" title={words.nothingYet}>{words.nothingYetHint}</Empty>}
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
