import { z } from "zod";
import { env } from "../base/env.ts";
import { billedModel, type CallOptions, limitsOf, uselessAnswer } from "./openai-call.ts";
import { call } from "./openai.ts";
import { type Billed, count, withinBudget } from "./token-usage.ts";

/** The provider's model for much sound at a small price. */
const MODEL = "gpt-4o-mini-transcribe";

/** How long (ms) a call may take, all its attempts together. */
const TIMEOUT_MS = 110_000;

/** The longest transcript, in characters; the rest is cut off. */
const MAX_LENGTH = 100_000;

const Transcription = z.object({
  model: billedModel,
  text: z.string().optional().catch(undefined),
  // Some models are billed by tokens, others by the length of the sound.
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    seconds: z.number().min(0).max(100_000).catch(0),
  }).optional().catch(undefined),
}).catch({});

interface Recording extends CallOptions {
  /** The file, whose name tells the provider the format. */
  file: File;
  /** The length of the recording. */
  seconds: number;
}

/**
 * Transcribes a recording in the language of the speaker; the text is empty where nobody speaks.
 * The call is recorded as token usage as soon as the provider has billed it; a call that is cut
 * off, or whose answer states no usage, is recorded with the length of the recording.
 *
 * @throws {HttpError} 503 when AI is not configured, or the provider does not answer or sends no text.
 */
export async function transcribe(recording: Recording): Promise<string> {
  const { seconds, spending } = recording;
  return await withinBudget(spending, { seconds }, (record) => listen(recording, record));
}

async function listen(
  { file, seconds, signal, timeout }: Recording,
  record: (billed: Billed) => Promise<void>,
): Promise<string> {
  const model = env("OPENAI_TRANSCRIPTION_MODEL") ?? MODEL;
  const limits = limitsOf(signal, timeout ?? TIMEOUT_MS);
  const { body, cutOff } = await call(
    limits,
    (openai, options) =>
      openai.audio.transcriptions.create({ model, file, response_format: "json" }, options)
        .asResponse(),
  );
  const { text, usage, model: billed = model } = Transcription.parse(body);
  const isCounted = usage && (usage.input_tokens > 0 || usage.seconds > 0);
  await record({
    model: billed,
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    seconds: isCounted ? usage.seconds : seconds,
  });
  if (cutOff) throw cutOff;
  if (text === undefined) throw uselessAnswer("no text");
  return text.trim().slice(0, MAX_LENGTH);
}
