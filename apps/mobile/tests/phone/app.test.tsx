/** The app on a phone, against the local platform. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/react-native";
import { journal } from "../../src/service";
import { photo } from "../photo";
import { elsewhere, person, platform } from "../service";
import { press, sent, shown, signIn, tab, type, within, withPhone } from "./acts";
import { phone } from "./modules";

jest.mock("../../src/modules", () => require("./modules"));
const mockFile = join(tmpdir(), `photo-${process.pid}.png`);
jest.mock("expo-image-picker", () => ({
  launchImageLibraryAsync: () => Promise.resolve({ assets: [{ uri: mockFile }] }),
}));

withPhone();
beforeEach(() => writeFileSync(mockFile, photo()));

it("keeps a goal and how it went today", async () => {
  const ana = await signIn();
  type("A new goal", "Run twice a week");
  press("Add");
  await shown("Run twice a week");
  press("Done");
  await screen.findByRole("button", { name: "Done", selected: true });
  await sent();
  const { goals: [goal] } = await (await elsewhere(ana))("GET", "/goals");
  expect(goal).toMatchObject({
    title: "Run twice a week",
    last_check_in: { status: "completed" },
  });
});

it("keeps the face of a day without a network, and changes it with one", async () => {
  const ana = await signIn();
  const there = await elsewhere(ana);
  const stored = async () => {
    const { satisfaction_entries } = await there("GET", "/engagement/satisfaction");
    return satisfaction_entries.map(({ score }: { score: number }) => score);
  };
  phone.loseNetwork();
  await shown(/No network/);
  press("Good");
  await screen.findByRole("button", { name: "Good", selected: true });
  await shown(/1 change waits to be sent/);
  phone.findNetwork();
  await sent();
  expect(await stored()).toEqual([8]);

  press("Wonderful");
  await screen.findByRole("button", { name: "Wonderful", selected: true }, within);
  expect(await stored()).toEqual([10]);
  phone.loseNetwork();
  press("Awful");
  await shown("There is no network at the moment.");
  expect(screen.getByRole("button", { name: "Wonderful", selected: true })).toBeTruthy();
});

it("keeps an entry without a network, and sends it when the network is back", async () => {
  const ana = await signIn();
  tab("Journal");
  phone.loseNetwork();
  await shown(/No network/);
  type("What is on your mind?", "Written on a train");
  press("Save entry");
  await shown("Written on a train");
  await shown(/1 change waits to be sent/);
  phone.findNetwork();
  await sent();
  const { entries } = await (await elsewhere(ana))("GET", "/journal?scope=own");
  expect(entries).toMatchObject([{ content: "Written on a train" }]);
});

it("adds a photo of the phone to an entry", async () => {
  const ana = await signIn();
  tab("Journal");
  type("What is on your mind?", "The sea today");
  press("Add a photo");
  await screen.findByLabelText("The photo you chose");
  press("Save entry");
  await shown("1 photo");
  const { entries: [entry] } = await (await elsewhere(ana))(
    "GET",
    "/journal?scope=own",
  );
  expect(entry).toMatchObject({
    // The author wrote none.
    title: "",
    attachment_count: 1,
  });
});

it("shows a photo that the service refuses, and discards it", async () => {
  writeFileSync(mockFile, "no picture");
  await signIn();
  tab("Journal");
  type("What is on your mind?", "The sea today");
  press("Add a photo");
  await screen.findByLabelText("The photo you chose");
  press("Save entry");
  await shown(/The service did not take the photo/);
  phone.loseNetwork();
  press("Try again");
  await shown(/The photo is kept on this phone/);
  phone.findNetwork();
  await shown(/The service did not take the photo/);
  press("Discard");
  await waitFor(() => expect(screen.queryByText(/did not take/)).toBeNull(), within);
  expect(journal.offline.outbox.waiting).toEqual([]);
});

it("shows the answer of the assistant", async () => {
  await signIn();
  tab("Chat");
  await shown(/Ask anything/);
  type("Write to your assistant", "How was my week?");
  press("Send");
  await shown("How was my week?");
  await screen.findByRole("button", { name: "Send" }, within);
  expect(screen.queryByRole("alert", { name: /./ })).toBeNull();
});

/** The calls of AI by the signed-in person. */
async function calledAi(): Promise<string[]> {
  const { data, error } = await journal.supabase.from("token_usage").select("type");
  if (error) throw error;
  return data.map(({ type }) => type);
}

it("asks before the assistant gets words, sends none after a no, and keeps a yes", async () => {
  const ana = await signIn(await person({ hasAgreed: false }));
  const there = await elsewhere(ana);
  tab("Chat");
  await shown(/Ask anything/);
  await shown("Uses AI.");
  const send = (text: string) => {
    type("Write to your assistant", text);
    press("Send");
  };
  send("How was my week?");
  await shown("May AI read this?");
  press("No, thanks");
  await screen.findByRole("button", { name: "Send", disabled: false }, within);
  expect(screen.queryByText("May AI read this?")).toBeNull();
  expect(screen.getByDisplayValue("How was my week?")).toBeTruthy();
  expect((await there("GET", "/chat/messages")).messages).toEqual([]);
  expect(await calledAi()).toEqual([]);

  press("Send");
  await shown("May AI read this?");
  press("Yes");
  await shown("How was my week?");
  await sent();
  expect((await there("GET", "/user/profile")).profile.preferences).toEqual({ ai_acts: true });
  await screen.findByRole("button", { name: "Send" }, within);
  send("And today?");
  await shown("And today?");
  expect(screen.queryByText("May AI read this?")).toBeNull();
});

it("asks the assistant's question of a person who has refused", async () => {
  const ana = await person();
  await (await elsewhere(ana))("PUT", "/user/profile", { preferences: { ai_acts: false } });
  await signIn(ana);
  tab("Chat");
  await shown(/Ask anything/);
  type("Write to your assistant", "How was my week?");
  press("Send");
  await shown("May AI read this?");
  expect(await calledAi()).toEqual([]);
});

it.each([
  ["No, thanks", false, "AI does not read it when you save."],
  ["Yes, find it", true, "Uses AI. AI reads it to find its mood."],
])("asks about moods before the first entry: %s", async (answer, finds, said) => {
  const ana = await signIn(await person({ hasAgreed: false }));
  const there = await elsewhere(ana);
  tab("Journal");
  await shown("AI does not read it when you save.");
  type("What is on your mind?", "So grateful for the river");
  press("Save entry");
  await shown("May AI find the mood of your entries?");
  expect(journal.offline.list("journal_entries")).toEqual([]);
  press(answer);
  await shown("So grateful for the river");
  await shown(said);
  await sent();
  const { profile } = await there("GET", "/user/profile");
  expect(profile).toMatchObject({
    mood_analysis_enabled: finds,
    preferences: { mood_asked: true },
  });
  await waitFor(
    async () => expect(await calledAi()).toEqual(finds ? ["tone_analysis"] : []),
    within,
  );

  type("What is on your mind?", "And for the sea");
  press("Save entry");
  await shown("And for the sea");
  expect(screen.queryByText("May AI find the mood of your entries?")).toBeNull();
});

it("asks in every file that calls the AI provider", async () => {
  const { paths } = await (await fetch(`${platform.api_url}/functions/v1/api/openapi.json`)).json();
  const operations = Object.entries<Record<string, object>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, each]) => JSON.stringify(each).includes("ai_limit_reached"))
      .map(([method]) => ({ method, path }))
  );
  expect(operations).toContainEqual({ method: "post", path: "/api/chat/messages" });
  const folder = join(__dirname, "../../src");
  const missing: string[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(folder, file), "utf8");
    const calls = operations.some(({ method, path }) =>
      new RegExp(`api\\.${method}\\(\\s*"${path.replace(/[{}]/g, "\\$&")}"`).test(text)
    );
    const chats = /\.chat\(/.test(text);
    const saves = /\.(create|update)\("journal_entries"/.test(text);
    if ((calls || chats) && !/await mayUse\(\)/.test(text)) missing.push(`${file}: mayUse`);
    if (saves && !/await askAboutMoods\(\)/.test(text)) missing.push(`${file}: askAboutMoods`);
  }
  expect(missing).toEqual([]);
});

it("checks in with a photo while the window is open, once", async () => {
  const ana = await signIn();
  const clock = new Date(Date.now() - 20 * 60_000).toISOString().slice(11, 16);
  await (await elsewhere(ana))("POST", "/workout-window/setup", {
    activityType: "walk",
    windowStartTime: clock,
    timezone: "UTC",
  });
  tab("Check in");
  await shown(/Your window is open until/);
  press("Choose a photo");
  await screen.findByLabelText("The photo you chose");
  press("Send check-in");
  await shown("You have checked in today. Well done!");
  expect(screen.queryByRole("button", { name: "Send check-in" })).toBeNull();
});

it("keeps a check-in without a network, and sends it when the network is back", async () => {
  const ana = await signIn();
  const there = await elsewhere(ana);
  await there("POST", "/workout-window/setup", {
    activityType: "walk",
    windowStartTime: new Date(Date.now() - 20 * 60_000).toISOString().slice(11, 16),
    timezone: "UTC",
  });
  phone.loseNetwork();
  tab("Check in");
  press("Choose a photo");
  await screen.findByLabelText("The photo you chose");
  press("Send check-in");
  await shown(/The photo is kept on this phone/);
  phone.findNetwork();
  await shown("You have checked in today. Well done!");
});

it("asks before it signs out and loses unsent items", async () => {
  await signIn();
  phone.loseNetwork();
  type("A new goal", "Sleep early");
  press("Add");
  await shown("Sleep early");
  press("Sign out");
  await shown(/1 change has not been sent and will be lost/);
  press("Sign out and lose them");
  await shown("Welcome back");
});
