/** Pushes to the browser that the app is open in (Web Push). */
import { useEffect, useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Card } from "../../../parts/controls.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { Switch } from "../../../parts/fields.tsx";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import { words } from "../../../words/me.ts";

export const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis &&
  "Notification" in globalThis;

/** The subscription of this browser; null without one or without a service worker. */
export async function current(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return await worker?.pushManager.getSubscription() ?? null;
}

/** Registers the subscription, which the service does once however often it is asked. */
async function register(subscription: PushSubscription): Promise<string> {
  const { endpoint, keys } = subscription.toJSON() as components["schemas"]["WebPushSubscription"];
  const body = { platform: "web" as const, subscription: { endpoint, keys } };
  return (await api.post("/api/notifications/devices", { body })).device.id;
}

export async function turnOn(): Promise<void> {
  const { public_key } = await api.get("/api/notifications/web-push-key");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  // A subscription with a former key of the service is useless: replace it.
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    if ((error as Error).name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return await pushManager.subscribe(options);
  });
  await register(subscription);
}

async function turnOff(): Promise<void> {
  const subscription = await current();
  if (!subscription) return;
  const id = await register(subscription);
  await api.delete("/api/notifications/devices/{id}", { params: { path: { id } } });
  await subscription.unsubscribe();
}

/** `onChange` is called when the list of devices has changed. */
export function ThisBrowser({ onChange }: { onChange(): void }) {
  const [isOn, setOn] = useState<boolean | null>(null);
  const [problem, setProblem] = useState("");
  const { errors, act } = useAct();
  useEffect(() => {
    if (isSupported) {
      current().then((subscription) => setOn(subscription !== null), () => setOn(false));
    }
  }, []);
  async function change(isWanted: boolean) {
    setProblem("");
    if (isWanted && await Notification.requestPermission() !== "granted") {
      return setProblem(words.notAllowed);
    }
    await act(async () => {
      try {
        await (isWanted ? turnOn() : turnOff());
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        return setProblem(words.pushUnreachable);
      }
      setOn(isWanted);
      onChange();
    });
  }
  const isDenied = isSupported && Notification.permission === "denied";
  return (
    <Card title={words.thisBrowser} icon="bell">
      {isSupported
        ? (
          <Switch
            label={words.notifyHere}
            hint={isDenied ? words.blockedHint : words.notifyHereHint}
            isOn={isOn ?? false}
            disabled={isOn === null || isDenied && !isOn || !isOnline.value}
            onSwitch={change}
          />
        )
        : (
          <p class="hint">
            {words.noPush}
          </p>
        )}
      {problem && <p class="error" role="alert">{problem}</p>}
      <Refusal errors={errors} />
    </Card>
  );
}
