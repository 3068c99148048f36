/** Features that the user has not tried yet: a sentence about each, and a button to begin. */
import { useState } from "preact/hooks";
import { Button, Card } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { words } from "../words/beginnings.ts";
import { useAct } from "../act.ts";
import { joinAddress } from "../joining.ts";
import { api } from "../service.ts";
import { words as cheers } from "../words/cheers.ts";
import { Dialog } from "../parts/dialog.tsx";
import { NewLink } from "../parts/new-link.tsx";
import { Refusal } from "../parts/states.tsx";

export function Beginnings({ hasGoals, hasWindow, isCheered, onGoal }: {
  hasGoals: boolean;
  hasWindow: boolean;
  isCheered: boolean;
  onGoal(): void;
}) {
  const { invite, isBusy, shown } = useInvite();
  if (hasGoals && hasWindow && isCheered) return null;
  return (
    <Card title={words.title} icon="star">
      <ul class="beginnings">
        {!hasGoals && (
          <li>
            <Icon name="target" />
            <About of={words.goals} />
            <Button onClick={onGoal}>{words.goals.act}</Button>
          </li>
        )}
        {!isCheered && (
          <li>
            <Icon name="heart" />
            <About of={words.cheers} />
            <Button isBusy={isBusy} onClick={invite}>{words.cheers.act}</Button>
          </li>
        )}
        {!hasWindow && (
          <li>
            <Icon name="window" />
            <About of={words.window} />
            <a class="button" href="#/window/settings">{words.window.act}</a>
          </li>
        )}
      </ul>
      {shown}
    </Card>
  );
}

const About = ({ of: { name, text } }: { of: { name: string; text: string } }) => (
  <div>
    <strong>{name}</strong>
    <p class="hint">{text}</p>
  </div>
);

/** Makes the link and gives it to the device; `shown` is the content to show on the screen. */
export function useInvite(onInvited?: () => void) {
  const [link, setLink] = useState("");
  const { isBusy, errors, act } = useAct();
  const invite = () =>
    act(async () => {
      const { invitation } = await api.post("/api/invitations");
      onInvited?.();
      const address = joinAddress(invitation.code!);
      if (!("share" in navigator)) return setLink(address);
      // A user who closes the device's choice still gets the link.
      await navigator.share({ title: cheers.writeWithMe, url: address }).catch(() =>
        setLink(address)
      );
    });
  const shown = (
    <>
      <Refusal errors={errors} />
      {link && (
        <Dialog title={cheers.inviteFriend} onClose={() => setLink("")}>
          <NewLink address={link} title={cheers.writeWithMe} hint={cheers.inviteHint} />
        </Dialog>
      )}
    </>
  );
  return { invite, isBusy, shown };
}
