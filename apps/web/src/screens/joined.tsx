/** An entry that was joined with another edit by its author: says so, and shows both versions. */
import { useOnce } from "../act.ts";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { go } from "../router.ts";
import { device, openedEntries, sealedJoins } from "../sealed.ts";
import { joins, offline, type OwnEntry } from "../service.ts";
import { syncNow } from "../session.ts";
import { words } from "../words/conflict.ts";
import { Side } from "./conflict.tsx";

/** Where the entry lies, when it is sealed. */
const sealedAt = (id: string) => openedEntries.value.has(id) ? device.value!.entries : null;
const joinedOf = (id: string) =>
  [...joins.value, ...sealedJoins.value].find((each) => each.id === id);
const forget = (id: string) => sealedAt(id)?.forgetJoined(id) ?? offline.forgetJoined(id);

export function JoinedNote({ id }: { id: string }) {
  const joined = joinedOf(id);
  return joined
    ? (
      <p class="notice" role="status">
        <Icon name="check" />
        <span>{words.joinedWith[joined.isFromHere ? "window" : "device"]}</span>
        <a href={`#/journal/${id}/joined`}>{words.showBoth}</a>
        <Button look="quiet" onClick={() => forget(id)}>{words.gotIt}</Button>
      </p>
    )
    : null;
}

export function JoinedPane({ entry }: { entry: OwnEntry }) {
  const { id } = entry;
  const joined = joinedOf(id);
  const close = async () => {
    go(`/journal/${id}`, { replace: true });
    await forget(id);
  };
  const keep = useOnce(async (chosen: "mine" | "theirs") => {
    const { mine, theirs } = joined!;
    const names = Object.keys(mine) as (keyof OwnEntry)[];
    const fields = Object.fromEntries(
      names.map((name) => [name, ({ ...theirs, ...chosen === "mine" && mine } as OwnEntry)[name]]),
    );
    await (sealedAt(id)?.update(id, fields) ?? offline.update("journal_entries", id, fields));
    await close();
    syncNow();
  });
  if (!joined) return null;
  const theirs = joined.theirs as OwnEntry;
  const mine = { ...theirs, ...joined.mine } as OwnEntry;
  return (
    <div class="article conflict">
      <h1>{words.bothVersions}</h1>
      <p>{words.bothHint}</p>
      <div class="columns">
        <Side name={words.yours} words={{ ...mine }} other={{ ...theirs }} />
        <Side
          name={joined.isFromHere ? words.otherWindow : words.other}
          words={{ ...theirs }}
          other={{ ...mine }}
        />
      </div>
      <div class="actions">
        <Button look="main" onClick={close}>{words.gotIt}</Button>
        <Button onClick={() => keep("mine")}>{words.keepMine}</Button>
        <Button onClick={() => keep("theirs")}>{words.keepOther}</Button>
      </div>
    </div>
  );
}
