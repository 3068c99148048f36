import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { NewLink } from "../../../parts/new-link.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { Empty, Refusal } from "../../../parts/states.tsx";
import { usePages } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { dateOf, moment } from "../../../words.ts";
import { words } from "../../../words/connections.ts";
import { Programs } from "./programs.tsx";
import { type Token, TokenForm } from "./token-form.tsx";

/** Every token of the user, and a new one. */
export function Tokens({ made, onMade }: {
  /** The token that has just been made, with its secret. */
  made?: Token;
  onMade(token?: Token): void;
}) {
  const { isBusy, errors, act } = useAct();
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/user/tokens", { params: { query: { limit: 20, cursor } } });
    return { items: page.tokens, next: page.next_cursor };
  }, ["tokens", made?.id]);
  async function revoke({ id, name }: Token) {
    if (!await confirm(words.askRevoke({ name }), words.askRevokeHint, words.revoke)) return;
    await act(async () => {
      await api.delete("/api/user/tokens/{id}", { params: { path: { id } } });
      if (made?.id === id) onMade(undefined);
      say(words.revoked);
    });
    pages.reload();
  }
  return (
    <>
      <Programs />
      <p>{words.tokensHint}</p>
      {made && (
        <Card title={words.tokenMade({ name: made.name })} icon="check">
          {made.secret
            ? (
              <>
                <NewLink address={made.secret} label={words.theToken} hint={words.copyTokenNow} />
                <div class="actions">
                  <a class="button" href="#/me/connections/assistants">{words.useWithAssistant}</a>
                </div>
              </>
            )
            : <p class="error">{words.tokenLost}</p>}
        </Card>
      )}
      <Card title={words.tokens} icon="link">
        <Pages
          pages={pages}
          label={words.tokens}
          class="ledger"
          empty={<Empty icon="link" title={words.noTokens}>{words.noTokensHint}</Empty>}
        >
          {(token) => (
            <Row
              key={token.id}
              token={token}
              isShut={isBusy || !isOnline.value}
              revoke={() => revoke(token)}
            />
          )}
        </Pages>
        <Refusal errors={errors} />
        <p class="hint">{words.tokensEnd}</p>
      </Card>
      <Card title={words.newToken} icon="plus">
        <TokenForm
          key={made?.id}
          start={{ name: "", scopes: ["journal:read"] }}
          // A notification tells of it.
          onMade={(token) => (onMade(token), syncNow())}
        />
      </Card>
    </>
  );
}

function Row({ token, isShut, revoke }: { token: Token; isShut: boolean; revoke(): void }) {
  const { name, scopes, prefix, expires_at, last_used_at, revoked_at } = token;
  const names: Record<string, string> = words.scopes;
  const hasEnded = revoked_at !== null || Date.parse(expires_at) <= Date.now();
  const end = revoked_at
    ? words.revokedAt({ at: moment(revoked_at) })
    : hasEnded
    ? words.expired({ date: dateOf(expires_at) })
    : words.worksUntil({ date: dateOf(expires_at) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <ul class="chips">
          {scopes.map((scope) => <li class="chip" key={scope}>{names[scope] ?? scope}</li>)}
        </ul>
        <p class="hint">
          {[
            words.beginsWith({ prefix }),
            last_used_at ? words.lastUsed({ at: moment(last_used_at) }) : words.neverUsed,
            end,
          ].join(" · ")}
        </p>
      </div>
      {!hasEnded && (
        <Button disabled={isShut} onClick={revoke} aria-label={words.revokeNamed({ name })}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}
