import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Pages } from "../../../parts/pages.tsx";
import { Empty, Refusal } from "../../../parts/states.tsx";
import { usePages } from "../../../remote.ts";
import { nameOfOwn } from "../../../own-names.ts";
import { api } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/me.ts";

type Link = Answer<"/api/share-links", "get">["share_links"][number];

/** Every link by which others read an entry of the user, with its end. */
export function ShareLinksPane() {
  const [version, setVersion] = useState(0);
  const { isBusy, errors, act } = useAct();
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/share-links", { params: { query: { limit: 20, cursor } } });
    return { items: page.share_links, next: page.next_cursor };
  }, ["share links", version]);
  async function revoke({ id }: Link) {
    if (!await confirm(words.askTakeBackLink, words.askTakeBackLinkHint, words.takeBack)) return;
    await act(async () => {
      await api.delete("/api/share-links/{id}", { params: { path: { id } } });
      say(words.takenBack);
      syncNow();
    });
    setVersion(version + 1);
  }
  return (
    <Pane title={words.shareLinks}>
      <Card>
        <Pages
          pages={pages}
          label={words.shareLinks}
          class="ledger"
          empty={
            <Empty icon="link" title={words.noLinks}>
              {words.noLinksHint}
            </Empty>
          }
        >
          {(link) => (
            <Row
              key={link.id}
              link={link}
              revoke={() => revoke(link)}
              isShut={isBusy || !isOnline.value}
            />
          )}
        </Pages>
        <Refusal errors={errors} />
      </Card>
      <p class="hint">{words.linksHint}</p>
    </Pane>
  );
}

function Row({ link, revoke, isShut }: { link: Link; revoke(): void; isShut: boolean }) {
  const { entry_id, expires_at, revoked_at, locked_until, has_passphrase, views } = link;
  const title = nameOfOwn(entry_id);
  const isLocked = locked_until && Date.parse(locked_until) > Date.now();
  const isOpen = !revoked_at && Date.parse(expires_at) > Date.now();
  const state = revoked_at
    ? words.takenBackAt({ at: moment(revoked_at) })
    : !isOpen
    ? words.expiredAt({ at: moment(expires_at) })
    : isLocked
    ? words.lockedUntil({ until: moment(locked_until) })
    : words.openUntil({ until: moment(expires_at) });
  return (
    <li>
      <Icon name={has_passphrase ? "lock" : "link"} />
      <div>
        <a href={`#/journal/${entry_id}`}>{title}</a>
        <p class="hint">
          {[state, words.views({ count: views }), has_passphrase && words.withPassphrase]
            .filter(Boolean).join(" · ")}
        </p>
      </div>
      {isOpen && (
        <Button
          onClick={revoke}
          disabled={isShut}
          aria-label={words.takeBackLink({ title })}
        >
          {words.takeBack}
        </Button>
      )}
    </li>
  );
}
