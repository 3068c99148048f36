import type { Answer } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { words } from "../../../words/connections.ts";

type Grant = Answer<"/api/user/grants", "get">["grants"][number];

/** The programs that the user has let in, each with its end. */
export function Programs() {
  const { isBusy, errors, act } = useAct();
  const remote = useRemote(async () => (await api.get("/api/user/grants")).grants, ["grants"]);
  async function end({ id, client: { host } }: Grant) {
    const asked = words.askDisconnect({ name: host });
    if (!await confirm(asked, words.askRevokeHint, words.disconnect)) return;
    await act(async () => {
      await api.delete("/api/user/grants/{id}", { params: { path: { id } } });
      say(words.disconnected);
    });
    remote.retry();
  }
  return (
    <Card title={words.programs} icon="link">
      <Loaded remote={remote} label={words.programs} lines={2}>
        {(grants) =>
          grants.length === 0
            ? <Empty icon="link" title={words.noPrograms}>{words.noProgramsHint}</Empty>
            : (
              <ul class="ledger">
                {grants.map((grant) => (
                  <Row
                    key={grant.id}
                    grant={grant}
                    isShut={isBusy || !isOnline.value}
                    end={() => end(grant)}
                  />
                ))}
              </ul>
            )}
      </Loaded>
      <Refusal errors={errors} />
    </Card>
  );
}

function Row({ grant: { client, scopes, created_at, last_used_at }, isShut, end }: {
  grant: Grant;
  isShut: boolean;
  end(): void;
}) {
  const names: Record<string, string> = words.scopes;
  return (
    <li>
      <div>
        <strong>
          <bdi>{client.host}</bdi>
        </strong>
        {client.name !== client.host && (
          <p class="hint">{words.callsItself({ name: client.name })}</p>
        )}
        <ul class="chips">
          {scopes.map((scope) => <li class="chip" key={scope}>{names[scope] ?? scope}</li>)}
        </ul>
        <p class="hint">
          {[
            words.connectedAt({ at: moment(created_at) }),
            last_used_at ? words.lastUsed({ at: moment(last_used_at) }) : words.neverUsed,
          ].join(" · ")}
        </p>
      </div>
      <Button
        disabled={isShut}
        onClick={end}
        aria-label={words.disconnectNamed({ name: client.host })}
      >
        {words.disconnect}
      </Button>
    </li>
  );
}
