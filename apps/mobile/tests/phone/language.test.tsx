/** The app in the language of the phone. */
import { render } from "@testing-library/react-native";
import { App } from "../../src/app";
import { catalogues } from "../../src/catalogues/all";
import { person } from "../service";
import { press, shown, tab, type, withPhone } from "./acts";
import { phone } from "./modules";

// The app does not speak Swedish.
jest.mock(
  "../../src/modules",
  () => ({ ...require("./modules"), languages: () => ["sv", "de", "en"] }),
);

withPhone();

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
    tab(name);
    await shown(text);
  }
  phone.loseNetwork();
  tab("Tagebuch");
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
