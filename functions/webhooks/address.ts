import { outside } from "../../shared/base/outside.ts";

/** Where webhooks may lead. */
export const { address: webhookUrl, leadsOutside } = outside("WEBHOOK_ORIGINS", "url");
