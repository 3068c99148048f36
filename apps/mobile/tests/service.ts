/** The local platform under test, for tests of the app. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

/** A limit (ms) on this machine, which the program that runs the tests has measured. */
export const patience = (ms: number): number => Math.ceil(ms * Number(process.env.SLOWNESS ?? 1));

interface Status {
  api_url: string;
  mail_url: string;
  publishable_key: string;
  secret_key: string;
}

export const platform: Status = JSON.parse(
  readFileSync(process.env.STATUS_FILE!, "utf8"),
);

export interface Person {
  id: string;
  email: string;
  password: string;
}

async function send(
  method: string,
  path: string,
  token: string,
  body?: unknown,
) {
  const response = await fetch(platform.api_url + path, {
    method,
    headers: {
      apikey: platform.publishable_key,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(
      `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`,
    );
  }
  return answer;
}

/** A new account, which has agreed that AI finds moods, or has not been asked. */
export async function person({ hasAgreed = true } = {}): Promise<Person> {
  const who = {
    email: `${randomUUID()}@example.com`,
    password: "a-long-password",
  };
  const { id } = await send(
    "POST",
    "/auth/v1/admin/users",
    platform.secret_key,
    {
      ...who,
      email_confirm: true,
      user_metadata: { full_name: "Ana Writer" },
    },
  );
  if (hasAgreed) {
    const call = await elsewhere({ id, ...who });
    await call("PUT", "/user/profile", { preferences: { mood_asked: true } });
  }
  return { id, ...who };
}

/** The service as a person sees it on another device. */
export async function elsewhere({ email, password }: Person) {
  const path = "/auth/v1/token?grant_type=password";
  const { access_token } = await send("POST", path, platform.publishable_key, {
    email,
    password,
  });
  return (method: string, path: string, body?: unknown) =>
    send(method, `/functions/v1/api${path}`, access_token, body);
}

/** The newest mail to an address. */
export async function mailTo(
  address: string,
): Promise<{ action_link: string }> {
  const headers = { apikey: platform.secret_key };
  const { messages } = await (await fetch(`${platform.mail_url}/messages`, { headers })).json();
  return messages.find(({ to }: { to: string }) => to === address);
}
