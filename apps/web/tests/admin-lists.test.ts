/** The lists that super admins keep: an object made, changed, refused and deleted in each. */
import { describe, expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { act, admin, field, own, press, refused, row } from "./admin-acts.ts";
import { button } from "./browser.ts";

describe("lists that super admins keep", () => {
  it("prompts are written, changed, hidden and deleted", async () => {
    const page = await admin("/prompts");
    const text = own("What did you hear");
    await button(page, "New prompt").click();
    await field(page, "Question").fill("   ");
    await press(page, "Create");
    await refused(page, /./);
    await field(page, "Question").fill(text);
    await field(page, "Language").selectOption("de");
    await press(page, "Create");
    await row(page, text).getByText("German").waitFor();
    await page.getByLabel("Language").selectOption("fr");
    await row(page, text).waitFor({ state: "detached" });
    await page.getByLabel("Language").selectOption("de");
    await act(page, "Hide", text);
    await row(page, text).getByText("Not shown").waitFor();
    await act(page, "Change", text);
    await field(page, "Question").fill(`${text}, and where`);
    await press(page, "Save");
    await row(page, `${text}, and where`).getByText("Not shown").waitFor();
    await act(page, "Delete", `${text}, and where`);
    await press(page, "Delete");
    await row(page, text).waitFor({ state: "detached" });
    expect(
      await sql`select from public.prompts where text like ${text + "%"} and deleted_at is null`,
    )
      .toEqual([]);
  });

  it("tasks of the roadmap are planned, done and deleted", async () => {
    const page = await admin("/roadmap");
    const title = own("Import photos");
    await button(page, "New task").click();
    await field(page, "Title").fill("   ");
    await press(page, "Create");
    await refused(page, /./);
    await field(page, "Title").fill(title);
    await field(page, "Until").fill("2030-05-01");
    await press(page, "Create");
    await row(page, title).getByText("Until 1 May 2030").waitFor();
    await act(page, "Change", title);
    await field(page, "Status").selectOption("done");
    await press(page, "Save");
    await row(page, title).getByText("Done", { exact: true }).waitFor();
    await page.getByLabel("Show").selectOption("planned");
    await row(page, title).waitFor({ state: "detached" });
    await page.getByLabel("Show").selectOption("done");
    await act(page, "Delete", title);
    await press(page, "Delete");
    await row(page, title).waitFor({ state: "detached" });
  });

  it("templates of cheers are approved, and the rules of a day hold", async () => {
    const page = await admin("/cheers");
    const title = own("Breathe");
    await button(page, "New template").click();
    await field(page, "Kind").selectOption("media");
    await field(page, "Title").fill(title);
    await press(page, "Create");
    await refused(page, "a media template needs media_url");
    await field(page, "Kind").selectOption("encouragement");
    await field(page, "Words").fill("You can do this");
    await press(page, "Create");
    await row(page, title).getByText("Not approved").waitFor();
    await act(page, "Approve", title);
    await row(page, title).getByText("Approved", { exact: true }).waitFor();
    await act(page, "Delete", title);
    await press(page, "Delete");
    await row(page, title).waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Rules" }).click();
    const allowance = page.getByLabel("Cheers a day", { exact: true });
    const before = await allowance.inputValue();
    await allowance.fill("101");
    await button(page, "Save").click();
    await refused(page, "100");
    await allowance.fill("6");
    await button(page, "Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await ok(await person(), "GET", "/api/encouragement-drops/config")).config)
      .toMatchObject({ daily_allowance: 6 });
    await allowance.fill(before);
    await button(page, "Save").click();
    await expect.poll(async () => (await sql`select daily_allowance from public.drop_config`)[0])
      .toEqual({ daily_allowance: Number(before) });
    await button(page, "Run the job").click();
    await page.getByText("engaged", { exact: true }).waitFor();
  });

  it("competitions begin before they end, and close", async () => {
    const page = await admin("/competitions");
    const title = own("Winter");
    await button(page, "New competition").click();
    await field(page, "Title").fill(title);
    await field(page, "Begins").fill("2030-05-02T12:00");
    await field(page, "Ends").fill("2030-05-01T12:00");
    await field(page, "Points: Build").fill("20");
    await press(page, "Create");
    await refused(page, "expected a time after starts_at");
    await field(page, "Ends").fill("2030-06-01T12:00");
    await press(page, "Create");
    await row(page, title).getByText(/build 20/).waitFor();
    await row(page, title).getByText(/clone 1,/).waitFor();
    await act(page, "Close", title);
    await row(page, title).getByText("Takes no entries").waitFor();
    await act(page, "Change", title);
    expect(await field(page, "Begins").inputValue()).toBe("2030-05-02T12:00");
    await field(page, "Listed").selectOption("No");
    await press(page, "Save");
    await row(page, title).getByText("Not listed").waitFor();
  });

  it("synthetic users are generated, switched off and deleted", async () => {
    const page = await admin("/synthetic");
    const rows = page.locator("li.template");
    await rows.first().waitFor();
    const before = await rows.count();
    await button(page, "Generate").click();
    await field(page, "How many").fill("0");
    await press(page, "Generate");
    await refused(page, /1/);
    await field(page, "How many").fill("1");
    await field(page, "Region: Midwest").fill("0.5");
    await press(page, "Generate");
    await refused(page, "add up to 1");
    await field(page, "Region: Midwest").fill("1");
    await press(page, "Generate");
    await page.getByText("1 made").waitFor();
    await expect.poll(() => rows.count()).toBe(before + 1);
    const first = rows.first();
    await first.getByRole("button", { name: /^Deactivate/ }).click();
    await first.getByText("Inactive", { exact: true }).waitFor();
    const handle = await first.locator(".person .hint").textContent();
    await first.getByRole("button", { name: /^Delete/ }).click();
    await press(page, "Delete");
    await row(page, handle!).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Teams of a day" }).click();
    await page.getByText(/No squads on this date|Squad of the/).first().waitFor();
  });
});
