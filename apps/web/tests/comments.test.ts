/// <reference lib="dom" />
/** Comments and reactions of readers to an entry. */
import { expect, it } from "vitest";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, darkDesktop, goTo, phone, signUp, visit } from "./browser.ts";

it("readers react and comment, and the author sees and moderates it", async () => {
  const [author, reader] = [await visit("/today", darkDesktop), await visit("/today", phone)];
  const { email } = await signUp(author);
  await signUp(reader);
  const title = `Fog ${crypto.randomUUID()}`;
  const [row] = await sql`
    select private.insert_journal_entry(id, ${
    sql.json({
      title,
      content: "The river was gone.",
      metadata_visibility: "public",
      content_visibility: "public",
    })
  }, now()) as id from auth.users where email = ${email}`;
  const address = `/journal/${row!.id}`;

  await goTo(reader, address);
  const group = reader.getByRole("group", { name: "Reactions" });
  await group.getByRole("button", { name: "Heart" }).click();
  await group.getByRole("button", { name: "Heart, 1", pressed: true }).click();
  await group.getByRole("button", { name: "Heart", exact: true, pressed: false }).waitFor();
  await group.getByRole("button", { name: "Fire" }).click();
  await group.getByRole("button", { name: "Fire, 1", pressed: true }).waitFor();
  await reader.getByText("No comments yet.").waitFor();
  for (const words of ["It was here too.", "All morning."]) {
    await reader.getByLabel("Your comment").fill(words);
    await reader.getByRole("button", { name: "Comment", exact: true }).click();
    await reader.locator(".comments li", { hasText: words }).waitFor();
  }
  expect(await axeFindings(reader)).toEqual([]);

  await goTo(author, "/me/notifications");
  await author.getByRole("link", { name: /commented on your entry$/ }).click();
  await author.getByRole("group", { name: "Reactions" })
    .getByRole("button", { name: "Fire, 1", pressed: false }).waitFor();
  await author.locator(".comments li", { hasText: "All morning." })
    .getByRole("button", { name: /^Delete the comment/ }).click();
  await author.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => author.locator(".comments li").count()).toBe(1);
  expect(await axeFindings(author)).toEqual([]);

  await goTo(reader, "/journal?scope=public");
  const card = reader.locator(".row", { hasText: title });
  await card.getByText("1 comment").waitFor({ state: "attached" });
  await card.getByText("1 reaction").waitFor({ state: "attached" });
});
