/** Secrets from the addresses in an answer, which later requests send. */

/** The secrets by their names; opens the pages of the music provider as a browser does. */
export async function secretsIn(answer: string): Promise<[name: string, value: string][]> {
  const found: [string, string][] = [];
  for (const [, address] of answer.matchAll(/"(https?:[^"\s]+)"/g)) {
    const url = URL.parse(address!);
    const code = url?.searchParams.get("code");
    if (code) found.push(["code", code]);
    const [, secret] = /\/calendar\/([\w-]+)$/.exec(url?.pathname ?? "") ?? [];
    if (secret) found.push(["secret", secret]);
    if (!url?.searchParams.has("code_challenge")) continue;
    const callback = await leadsTo(url.href);
    const grant = callback && (await leadsTo(callback.href))?.searchParams.get("grant");
    if (grant) found.push(["grant", grant]);
  }
  return found;
}

async function leadsTo(address: string): Promise<URL | null> {
  const answer = await fetch(address, { redirect: "manual" });
  await answer.body?.cancel();
  return URL.parse(answer.headers.get("location") ?? "");
}
