/** The questions of docs/evaluation.json, answered by the tools alone on the demo data. */
import { expect, it } from "vitest";
import { beginSession } from "../support/accounts.ts";
import { type Api, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { use } from "./support.ts";

interface Entry {
  id: string;
  title: string;
  mood: string;
  tags: string[];
}

const { email } = platform.accounts.find((each) => each.email.startsWith("demo"))!;
const [{ id }] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`;
const api: Api = withToken((await beginSession({ id, email, name: email })).token);

const found = async (query: string): Promise<Entry> =>
  (await use(api, "search_entries", { query })).entries[0];
/** A part of the first entry about a question. */
const said = async (query: string, part: RegExp): Promise<string> => {
  const { entry } = await use(api, "read_entry", { id: (await found(query)).id });
  return part.exec(entry.content)![1]!;
};
const goals = async (status: string) => (await use(api, "list_goals", { status })).goals;

/** The way to each answer. */
const ways: (() => Promise<string>)[] = [
  () => said("What did my father remember during our phone call?", /remembered (.+), though/),
  () => said("the boat that he mended every spring", /^(\w+), with a leak/),
  () => said("cut boat story", /I cut (a \w+) of the boat story/),
  () => said("thank note fog", /Thank you, (@\w+)/),
  async () => (await found("the river was gone this morning")).mood,
  async () => (await found("I said yes too quickly")).mood,
  async () => (await goals("completed")).find(({ title }: Entry) => /yes/.test(title)).description,
  async () => (await goals("abandoned"))[0].title,
  async () => (await found("umbrella")).title,
  async () => {
    const [call, boat] = [await found("phone call father"), await found("green boat leak")];
    return call.tags.filter((tag) => boat.tags.includes(tag)).join();
  },
];

const questions: { question: string; answer: string }[] = JSON.parse(
  await Deno.readTextFile("docs/evaluation.json"),
);

it("there are ten, each with an answer of its own", () => {
  expect(new Set(questions.map(({ answer }) => answer)).size).toBe(10);
  expect(ways).toHaveLength(10);
});

it.each(questions.map(({ question, answer }, n) => [question, answer, ways[n]!] as const))(
  "%s",
  async (_question, answer, way) => {
    expect(await way()).toBe(answer);
  },
);
