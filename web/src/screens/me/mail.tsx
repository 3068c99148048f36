import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { Pane } from "./pane.tsx";

export function MailPane() {
  const { value, failure, retry } = useRemote(() => api.get("/api/user/profile"), ["mail"]);
  const address = value?.profile.journal_email;
  return (
    <Pane title="Journal by mail">
      <Card>
        {failure && !value
          ? <Failed failure={failure} retry={retry} />
          : !value
          ? <Loading label="Address" />
          : !address
          ? (
            <Empty icon="mail" title="Not offered here">
              This journal receives no mails at the moment.
            </Empty>
          )
          : (
            <>
              <p>
                Write to this address from the one you signed up with. The subject becomes the
                title, the text an entry that only you see.
              </p>
              <p class="address">{address}</p>
              <p class="hint">
                Keep it to yourself. Mails from other addresses are not taken.
              </p>
              <div class="actions">
                <a class="button" href={`mailto:${address}`}>Write a mail</a>
                <Button
                  look="main"
                  onClick={() => navigator.clipboard.writeText(address).then(() => say("Copied"))}
                >
                  Copy the address
                </Button>
              </div>
            </>
          )}
      </Card>
    </Pane>
  );
}
