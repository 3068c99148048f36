import { Button, Card } from "../../../parts/controls.tsx";
import { copy } from "../../../parts/new-link.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useRemote } from "../../../remote.ts";
import { api } from "../../../service.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/me.ts";

export function MailPane() {
  const remote = useRemote(
    async () => (await api.get("/api/user/profile")).profile.journal_email,
    ["mail"],
  );
  return (
    <Pane title={words.mail}>
      <Card>
        <Loaded remote={remote} label={words.address}>
          {(address) =>
            !address
              ? (
                <Empty icon="mail" title={words.noMail}>
                  {words.noMailHint}
                </Empty>
              )
              : (
                <>
                  <p>
                    {words.mailHint}
                  </p>
                  <p class="address">{address}</p>
                  <p class="hint">
                    {words.keepItSecret}
                  </p>
                  <div class="actions">
                    <a class="button" href={`mailto:${address}`}>{words.writeMail}</a>
                    <Button look="main" onClick={() => copy(address)}>{words.copyAddress}</Button>
                  </div>
                </>
              )}
        </Loaded>
      </Card>
    </Pane>
  );
}
