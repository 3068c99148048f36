/** The e-mails that the platform under test has sent. */
import { platform } from "./platform.ts";

interface Message {
  to: string;
  subject: string;
  text: string;
  action_link: string;
  otp: string;
}

/** All messages, newest first. */
export async function readMailbox(): Promise<Message[]> {
  const headers = { apikey: platform.secret_key };
  const response = await fetch(`${platform.mail_url}/messages`, { headers });
  return (await response.json()).messages;
}
