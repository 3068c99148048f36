/** The tour's chapter about the programs of a user: personal tokens and webhooks. */
import { chapter, type Tour } from "./traveller.ts";

export async function programs({ ana, receiver, jobSecret }: Tour): Promise<void> {
  chapter("Ana makes a token for a program, which acts for her within its scopes");
  const { token } = await ana.ask("POST", "/user/tokens", {
    name: "Backup",
    scopes: ["journal:read"],
    expires_in_days: 30,
  });
  const bearer = { authorization: `Bearer ${token.secret}` };
  await ana.ask("GET", "/journal?scope=own&limit=1", undefined, bearer);
  await ana.ask("POST", "/goals", { title: "Read a page a day" }, bearer);

  chapter("She revokes the token: it ends at once");
  await ana.ask("DELETE", `/user/tokens/${token.id}`);
  await ana.ask("GET", "/journal?scope=own&limit=1", undefined, bearer);

  if (!receiver || !jobSecret) return;
  chapter("A program of hers is told what changes, by a webhook");
  const { webhook } = await ana.ask("POST", "/user/webhooks", {
    url: `${receiver}/hooks/${crypto.randomUUID()}`,
    events: ["goal.changed"],
  });
  await ana.ask("POST", "/goals", { title: "Swim on Sundays" });
  await ana.ask("POST", "/user/cron/webhooks", undefined, { "x-cron-secret": jobSecret });
  await ana.ask("GET", `/user/webhooks/${webhook.id}/deliveries`);
  await ana.ask("DELETE", `/user/webhooks/${webhook.id}`);
}
