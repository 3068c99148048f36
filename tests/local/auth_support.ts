/** Accounts and sessions for the tests of the local auth service. */
import { newClient } from "../support/people.ts";
import { platform } from "../support/platform.ts";

/** The password of all test accounts. */
export const password = "correct-horse";
export const newEmail = (name = "person") => `${name}.${crypto.randomUUID()}@example.com`;

/** Creates an account and a client that is signed in to it. */
export async function member(data: Record<string, unknown> = {}) {
  const client = newClient();
  const email = newEmail();
  const { data: { session, user }, error } = await client.auth.signUp({
    email,
    password,
    options: { data },
  });
  if (error || !session || !user) throw error ?? new Error("no session");
  return { client, email, id: user.id, user, session };
}

/** Starts another session of an account. */
export async function signIn(email: string) {
  const client = newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
}

/** Asks the service for the user of a token. */
export const getUser = (token: string) =>
  fetch(`${platform.api_url}/auth/v1/user`, {
    headers: { apikey: platform.publishable_key, authorization: `Bearer ${token}` },
  });
