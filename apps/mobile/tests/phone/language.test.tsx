/** The app in the language of the phone. */
import { fireEvent, render, screen } from "@testing-library/react-native";
import { App } from "../../src/app";
import { catalogues } from "../../src/catalogues/all";
import { journal } from "../../src/service";
import { patience, person } from "../service";
import { phone } from "./modules";

// The app does not speak Swedish.
jest.mock(
  "../../src/modules",
  () => ({ ...require("./modules"), languages: () => ["sv", "de", "en"] }),
);
jest.mock(
  "react-native-safe-area-context",
  () => require("react-native-safe-area-context/jest/mock").default,
);

const within = { timeout: patience(15_000) };
const press = (name: string) => fireEvent.press(screen.getByRole("button", { name }));
const type = (label: string, text: string) =>
  fireEvent.changeText(screen.getByLabelText(label), text);
const shown = (text: string | RegExp) => screen.findByText(text, {}, within);

const { error } = console;
beforeAll(() => {
  // The service answers when it likes.
  console.error = (...words) => /not wrapped in act/.test(String(words[0])) || error(...words);
});
afterEach(async () => {
  phone.findNetwork();
  await journal.signOut();
});

it("speaks the first language of the phone that it knows, on each screen", async () => {
  const ana = await person();
  render(<App />);
  await shown("Schön, dass du da bist");
  type("E-Mail", ana.email);
  type("Passwort", "another password");
  press("Anmelden");
  await shown("Die Adresse oder das Passwort stimmt nicht.");
  type("Passwort", ana.password);
  press("Anmelden");
  await shown(/Guten .*, Ana/);
  await shown("Wie ist dein Tag?");
  const said = {
    Tagebuch: "Was beschäftigt dich?",
    Chat: "Frag etwas, oder erzähl, wie dein Tag war.",
    Einchecken: /^Du hast noch kein Zeitfenster/,
  };
  for (const [name, text] of Object.entries(said)) {
    fireEvent.press(screen.getByRole("tab", { name }));
    await shown(text);
  }
  phone.loseNetwork();
  fireEvent.press(screen.getByRole("tab", { name: "Tagebuch" }));
  type("Was beschäftigt dich?", "Nebel");
  press("Eintrag speichern");
  await shown(/Kein Netz.* 1 Änderung wartet auf das Senden/);
});

it("counts as each language does", () => {
  const counted = [0, 1, 2].map((count) =>
    [catalogues.de, catalogues.fr].map(({ journal }) => journal.photos({ count }))
  );
  expect(counted).toEqual([["0 Fotos", "0 photo"], ["1 Foto", "1 photo"], ["2 Fotos", "2 photos"]]);
});
