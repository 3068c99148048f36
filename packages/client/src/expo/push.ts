import type { Api } from "../api.ts";
import { JournalError } from "../errors.ts";
import type { DeviceStorage } from "../offline/storage.ts";
import type { ExpoModules } from "./modules.ts";

/** The key under which the phone notes which of the user's devices it is. */
const DEVICE = "push/device";

/** Whether the user takes pushes: "off" before they decide, "refused" for good. */
export type Pushes = "on" | "off" | "refused";

/** Registers this phone with the service, by the token of Expo's push service. */
export function pushesOf(
  { Notifications, Platform }: ExpoModules,
  api: Api,
  storage: DeviceStorage,
  projectId: string | undefined,
) {
  const platform = Platform.OS;
  const isPhone = platform === "ios" || platform === "android";
  const known = async () => (await storage.read(DEVICE))[0]?.[1] as string | undefined;
  return {
    canPush: Boolean(Notifications && projectId && isPhone),

    /** @throws {JournalError} */
    async register({ ask }: { ask: boolean }): Promise<Pushes> {
      if (!Notifications || !projectId || !isPhone) return "off";
      const { granted, canAskAgain } = await Notifications
        .getPermissionsAsync();
      if (!granted && !canAskAgain) return "refused";
      if (!granted && !ask) return "off";
      if (
        !granted && !(await Notifications.requestPermissionsAsync()).granted
      ) return "refused";
      const { data: token } = await Notifications.getExpoPushTokenAsync({
        projectId,
      });
      const { device } = await api.post("/api/notifications/devices", {
        body: { token, platform },
      });
      await storage.write([[DEVICE, device.id]]);
      return "on";
    },

    /** Ends the pushes to this phone, so that its next user does not see those of this user. */
    async remove(): Promise<void> {
      const id = await known();
      if (!id) return;
      await storage.write([[DEVICE, undefined]]);
      // Without a network this alone ends them: the service hears of it with the next push.
      await Notifications?.unregisterForNotificationsAsync().catch(() => {});
      await api.delete("/api/notifications/devices/{id}", {
        params: { path: { id } },
      })
        .catch((error) => {
          if (!(error instanceof JournalError)) throw error;
        });
    },
  };
}
