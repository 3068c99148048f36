/** A link by which one friend joins the user's own circle. */
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { joinAddress } from "../joining.ts";
import { api } from "../service.ts";
import { words } from "../words/cheers.ts";
import { Dialog } from "./dialog.tsx";
import { NewLink } from "./new-link.tsx";
import { Refusal } from "./refusal.tsx";

/** Makes the link and gives it to the device; `shown` is the content to show on the screen. */
export function useInvite() {
  const [link, setLink] = useState("");
  const { isBusy, errors, act } = useAct();
  const invite = () =>
    act(async () => {
      const { invitation } = await api.post("/api/invitations");
      const address = joinAddress(invitation.code!);
      if (!("share" in navigator)) return setLink(address);
      // A user who closes the device's choice still gets the link.
      await navigator.share({ title: words.writeWithMe, url: address }).catch(() =>
        setLink(address)
      );
    });
  const shown = (
    <>
      <Refusal errors={errors} />
      {link && (
        <Dialog title={words.inviteFriend} onClose={() => setLink("")}>
          <NewLink address={link} title={words.writeWithMe} hint={words.inviteHint} />
        </Dialog>
      )}
    </>
  );
  return { invite, isBusy, shown };
}
