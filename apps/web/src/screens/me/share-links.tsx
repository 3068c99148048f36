import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api, entries } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { count, moment } from "../../words.ts";
import { Pane } from "./pane.tsx";

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
    if (!await confirm("Revoke the link?", "It opens for nobody any more.", "Revoke")) return;
    await act(async () => {
      await api.delete("/api/share-links/{id}", { params: { path: { id } } });
      say("Revoked");
      syncNow();
    });
    setVersion(version + 1);
  }
  return (
    <Pane title="Share links">
      <Card>
        <Pages
          pages={pages}
          label="Share links"
          class="ledger"
          empty={
            <Empty icon="link" title="No links yet">
              Open an entry and choose “Share link” to show it to somebody without an account.
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
      <p class="hint">Links stay here for 30 days after their end.</p>
    </Pane>
  );
}

function Row({ link, revoke, isShut }: { link: Link; revoke(): void; isShut: boolean }) {
  const { entry_id, expires_at, revoked_at, locked_until, has_passphrase, views } = link;
  const title = entries.value.find(({ id }) => id === entry_id)?.title ?? "An entry";
  const isLocked = locked_until && Date.parse(locked_until) > Date.now();
  const isOpen = !revoked_at && Date.parse(expires_at) > Date.now();
  const state = revoked_at
    ? `revoked ${moment(revoked_at)}`
    : !isOpen
    ? `ended ${moment(expires_at)}`
    : isLocked
    ? `locked until ${moment(locked_until)}: too many wrong passphrases`
    : `open until ${moment(expires_at)}`;
  return (
    <li>
      <Icon name={has_passphrase ? "lock" : "link"} />
      <div>
        <a href={`#/journal/${entry_id}`}>{title}</a>
        <p class="hint">
          {[state, count(views, "view"), has_passphrase && "with a passphrase"]
            .filter(Boolean).join(" · ")}
        </p>
      </div>
      {isOpen && (
        <Button
          onClick={revoke}
          disabled={isShut}
          aria-label={`Revoke the link to “${title}”`}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}
