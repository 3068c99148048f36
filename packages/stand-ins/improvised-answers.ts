/**
 * Answers of the AI provider's stand-in for people who try the service: a tone that the words of
 * the text suggest, sentences of the entries that a question has found with their marks, and
 * sentences that name the speaker. No model is behind them.
 */
import type { Behaviour } from "./openai-wire.ts";
import { plainest, type Schema } from "./openai-schema.ts";

type Body = Record<string, unknown>;
interface Turn {
  role: string;
  content: string;
}

const wordsOfTones: [tone: string, sentiment: string, words: RegExp][] = [
  ["grateful", "positive", /grateful|thank|dank|agradec/i],
  ["joyful", "positive", /joy|happy|glad|laugh|great|wonderful|love|freu|glück|feliz/i],
  ["excited", "positive", /excited|can't wait|finally|gespannt/i],
  ["hopeful", "positive", /hope|tomorrow|plan|hoff|espero/i],
  ["peaceful", "positive", /calm|quiet|peace|river|lake|walk|ruhig|tranquil/i],
  ["anxious", "negative", /anxious|afraid|nervous|fear|angst/i],
  ["worried", "negative", /worr|sorge/i],
  ["frustrated", "negative", /frustrat|stuck|annoy|nerv/i],
  ["angry", "negative", /angry|furious|wütend/i],
  ["sad", "negative", /sad|cry|miss|lonely|lost|traurig|triste/i],
  ["tired", "neutral", /tired|exhaust|sleep|müde|cansad/i],
  ["energetic", "neutral", /run|workout|training|energy|sport/i],
];

const SPEAKER = "This is the stand-in of the AI provider, with no model behind it.";

/** The tone that the first matching words suggest; without such words a thoughtful one. */
function toneOf(text: string): { tone: string; sentiment: string } {
  const [tone, sentiment] = wordsOfTones.find(([, , words]) => words.test(text)) ??
    ["contemplative", "neutral"];
  return { tone, sentiment };
}

const fields: Record<string, (text: string) => Record<string, unknown>> = {
  tone: (text) => {
    const { tone, sentiment } = toneOf(text);
    return { primaryTone: tone, tones: [{ tone, score: 0.8 }], sentiment, confidence: 0.8 };
  },
  background: (text) => ({ tone: toneOf(text).tone, scene: "low hills under a wide evening sky" }),
  daily_drop: () => ({ message: "You have written again, and that is worth something." }),
  note_analysis: (text) => ({
    summary: `${SPEAKER} A real one would sum up the entries here.`,
    mood_trends: { direction: "steady", tones: [toneOf(text).tone] },
    topics: ["everyday life"],
    patterns: ["Writes regularly"],
    recommendations: "Set OPENAI_API_KEY for a summary of what the entries say.",
  }),
};

/** How many entries an answer quotes. */
const QUOTED = 3;
/** The most characters of a question that a search takes. */
const MAX_QUERY = 200;

interface Entry {
  mark: number;
  title: string;
  excerpt: string;
  written_at: string;
}

/** Sentences from the entries that a look-up has found, each with the mark of its entry. */
function quoted(result: string): string {
  const { entries = [] }: { entries?: Entry[] } = JSON.parse(result);
  if (!entries.length) return `${SPEAKER} Your journal says nothing about it.`;
  const sentences = entries.slice(0, QUOTED).map(({ mark, title, excerpt, written_at }) => {
    const [sentence = title] = excerpt.match(/\S[^.!?…\n]*[.!?…]?/) ?? [];
    return `On ${written_at.slice(0, 10)} you wrote “${sentence}” [${mark}].`;
  });
  return [SPEAKER, ...sentences].join(" ");
}

/** The answer to a request: to a form its values, to a conversation a reply in words. */
export function improvise(body: Body): Partial<Behaviour> {
  if ("file" in body) return { content: `${SPEAKER} A real one would write down what is said.` };
  const turns = (body.messages ?? []) as Turn[];
  const text = turns.findLast(({ role }) => role === "user")?.content ?? "";
  const format = body.response_format as
    | { json_schema: { name: string; schema: Schema } }
    | undefined;
  if (format) {
    const { name, schema } = format.json_schema;
    return { answer: { ...plainest(schema) as Body, ...fields[name]?.(text) } };
  }
  if (turns.at(-1)?.role === "tool") return spoken(quoted(turns.at(-1)!.content));
  if (body.tool_choice === "auto" && text.includes("?")) {
    const query = text.slice(0, MAX_QUERY);
    return { calls: [{ name: "search_entries", arguments: { query, limit: QUOTED } }] };
  }
  return spoken(
    `${SPEAKER} You wrote: “${text.slice(0, 200)}” It sounds ${toneOf(text).tone}. ` +
      "With OPENAI_API_KEY in .env, the assistant answers for real.",
  );
}

const spoken = (text: string) => ({ pieces: text.match(/\S+\s*/g) ?? [], pause_ms: 40 });
