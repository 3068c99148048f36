/** The tour's chapter about notifications in the app and on devices. */
import { chapter, type Tour } from "./traveller.ts";

export async function notifications({ ana, ben }: Tour): Promise<void> {
  chapter("Ben registers his phone, and Ana writes to their team");
  const { device } = await ben.ask("POST", "/notifications/devices", {
    token: `ExponentPushToken[${crypto.randomUUID()}]`,
    platform: "ios",
  });
  const { teams } = await ana.ask("GET", "/teams");
  await ana.ask("POST", `/teams/${teams[0].id}/messages`, { content: "Who is writing today?" });

  chapter("Ben finds a notification, which a job also sends to his phone");
  const { notifications: [first] } = await ben.ask("GET", "/notifications?unread=true&limit=1");
  await ben.ask("POST", "/notifications/read", { ids: [first.id] });
  await ben.ask("PUT", "/user/profile", {
    preferences: { notification_types: { mention: false } },
  });
  await ben.ask("DELETE", `/notifications/devices/${device.id}`);
}
