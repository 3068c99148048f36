import { Icon } from "../../parts/icons.tsx";
import { useRemote } from "../../remote.ts";
import type { Opened } from "../../sealed.ts";
import { offline } from "../../service.ts";
import { words } from "../../words/sealed.ts";
import { sealed } from "./device.ts";

/** Says first why an entry must not be believed; what follows is the last text that did. */
export function FailureNotice({ entry }: { entry: Opened }) {
  const { title, content, files } = entry;
  const failure = entry.failure!;
  const notebookId = entry.notebook_id!;
  const { value } = useRemote(
    () => sealed().notebooks.get(notebookId).catch(() => undefined),
    [notebookId],
  );
  // The signed log says so, and not the service.
  const isFormer = failure === "wrong_key" &&
    value?.readers.some(({ id, isOther }) => id === offline.userId && isOther);
  const [what, why] = isFormer
    ? [words.formerKeys, words.formerKeysHint]
    : failure === "not_a_member" && value?.isOut
    ? [words.notForYou, words.isOut]
    : [words.changedWithoutKey, words.failures[failure]];
  return (
    <div class="notice warning" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{what}</strong>
        <p>
          {why} {(title || content || files.length > 0) && words.lastBelieved}
        </p>
      </div>
    </div>
  );
}
