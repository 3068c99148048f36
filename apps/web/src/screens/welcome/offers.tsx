/** Offers to a user who has written: notifications, an icon of the app, and later a passkey. */
import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { installable, isApple, isInstalled } from "../../install.ts";
import { later } from "../../parts/later.tsx";
import { profile } from "../../service.ts";
import { isActing, isOnline } from "../../session.ts";
import { words } from "../../words/welcome.ts";
import { current, isSupported, turnOn } from "../me/notifications/this-browser.tsx";

/** The answers on this device, which the service does not know. */
const KEY = "journal-offered";
const answered = () => (localStorage.getItem(KEY) ?? "").split(",");

type Offer = "push" | "install";

const PasskeyOffer = later(async () => (await import("./passkey-offer.tsx")).PasskeyOffer, true);

/** Whether the first week of the account is over, and nobody has asked about a passkey. */
function isPasskeyDue(): boolean {
  const own = profile.value;
  const isOld = own && Date.parse(own.created_at) < Date.now() - 7 * 86_400_000;
  return isOld === true && own?.preferences.passkey_asked !== true && !isActing.value;
}

export function Offers() {
  const [gone, setGone] = useState(answered);
  const [isPushed, setPushed] = useState(true);
  const { isBusy, errors, act } = useAct();
  useEffect(() => {
    if (!isSupported || Notification.permission !== "default") return;
    current().then((subscription) => setPushed(subscription !== null), () => {});
  }, []);
  function close(offer: Offer) {
    const now = [...gone, offer];
    localStorage.setItem(KEY, now.join(","));
    setGone(now);
  }
  async function push() {
    if (await Notification.requestPermission() !== "granted") {
      say(words.push.refused);
    } else if (await act(turnOn)) say(words.push.done);
    else return;
    close("push");
  }
  async function install() {
    await installable.value!.prompt();
    close("install");
  }
  const offer: Offer | undefined = !isOnline.value
    ? undefined
    : !isPushed && !gone.includes("push")
    ? "push"
    : (installable.value || isApple) && !isInstalled && !gone.includes("install")
    ? "install"
    : undefined;
  if (!offer) return isOnline.value && isPasskeyDue() ? <PasskeyOffer /> : null;
  const { title, text, act: name } = words[offer];
  const canAct = offer === "push" || installable.value;
  return (
    <Card title={title} icon={offer === "push" ? "bell" : "download"}>
      <p class="hint">{text} {!canAct && words.install.onApple}</p>
      <Refusal errors={errors} />
      <div class="actions">
        <Button look="quiet" onClick={() => close(offer)}>{words.notNow}</Button>
        {canAct && (
          <Button isBusy={isBusy} onClick={offer === "push" ? push : install}>
            {name}
          </Button>
        )}
      </div>
    </Card>
  );
}
