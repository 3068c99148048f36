/** The tour's chapter about music. */
import { chapter, faint, type Tour } from "./traveller.ts";

export async function music({ ana }: Tour): Promise<void> {
  chapter("Ana connects her music, and an entry shows what she was listening to");
  const { authorize_url } = await ana.ask("GET", "/music/connect");
  if (!authorize_url) return;
  if (new URL(authorize_url).hostname !== "127.0.0.1") {
    console.log("  She opens the address in a browser; the web app gets a grant and redeems it.");
    return;
  }
  await fetch(new URL("/test/users/ana", authorize_url), {
    method: "PUT",
    body: JSON.stringify({
      plays: [{ track_id: "morning", played_at: new Date(Date.now() - 60_000).toISOString() }],
    }),
  });
  console.log(faint("  The browser goes to the provider, over the callback, to the web app."));
  let address = `${authorize_url}&as=ana`;
  for (const _ of ["the provider", "the callback"]) {
    const response = await fetch(address, { redirect: "manual" });
    await response.body?.cancel();
    address = response.headers.get("location")!;
  }
  const grant = new URL(address).searchParams.get("grant");
  await ana.ask("POST", "/music/account", { grant });
  await ana.ask("POST", "/music/sync");
  const { entry } = await ana.ask("POST", "/journal", { title: "With music", content: "" });
  console.log(`  The entry has the track: ${entry.track.name}`);
}
