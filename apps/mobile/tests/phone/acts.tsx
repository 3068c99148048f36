/** Acts of a person with the app on a phone. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react-native";
import { App } from "../../src/app";
import { journal } from "../../src/service";
import { patience, type Person, person } from "../service";
import { phone } from "./modules";

export const within = { timeout: patience(15_000) };
export const press = (name: string) => fireEvent.press(screen.getByRole("button", { name }));
export const tab = (name: string) => fireEvent.press(screen.getByRole("tab", { name }));
export const type = (label: string, text: string) =>
  fireEvent.changeText(screen.getByLabelText(label), text);
export const shown = (text: string | RegExp) => screen.findByText(text, {}, within);
/** Compares no element: Jest would describe all of the screen at each attempt, for seconds. */
export const isAbsent = (text: string | RegExp) => screen.queryByText(text) === null;
export const sent = () => waitFor(() => expect(isAbsent(/to be sent/)).toBe(true), within);

export async function signIn(ana?: Person): Promise<Person> {
  ana ??= await person();
  render(<App />);
  await shown("Welcome back");
  type("E-mail", ana.email);
  type("Password", ana.password);
  press("Sign in");
  await shown(/Good .*, Ana/);
  return ana;
}

const { error } = console;

/** For a file of tests: nobody is signed in on the phone when a test begins. */
export function withPhone(): void {
  beforeAll(() => {
    // The service answers when it likes.
    console.error = (...words) => /not wrapped in act/.test(String(words[0])) || error(...words);
  });
  afterEach(async () => {
    phone.loseRequests(() => false);
    phone.findNetwork();
    await journal.signOut();
    await waitFor(() => expect(phone.secured.size).toBe(0), within);
  });
}
