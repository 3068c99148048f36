import { Button, Card } from "../../parts/controls.tsx";
import { copy } from "../../parts/new-link.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { Pane } from "./pane.tsx";

export function MailPane() {
  const remote = useRemote(
    async () => (await api.get("/api/user/profile")).profile.journal_email,
    ["mail"],
  );
  return (
    <Pane title="Journal by mail">
      <Card>
        <Loaded remote={remote} label="Address">
          {(address) =>
            !address
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
                    <Button look="main" onClick={() => copy(address)}>Copy the address</Button>
                  </div>
                </>
              )}
        </Loaded>
      </Card>
    </Pane>
  );
}
