/** Pictures and transcriptions of the stand-in for OpenAI. */
import { Buffer } from "node:buffer";
import { type Behaviour, type Body, only, Refusal, tokensOf, wrong } from "./openai-wire.ts";
import { paint } from "./png.ts";

const transcriptionModels = ["gpt-4o-mini-transcribe", "gpt-4o-transcribe", "whisper-1"];
const imageModels = ["gpt-image-2.5-flare", "gpt-image-2.5-sunburst"];

/** A picture. */
export function images(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, ["model", "prompt", "n", "size", "quality", "output_format"]);
  const { model, prompt, n, size, quality, output_format } = body as Record<string, string>;
  if (!imageModels.includes(model!)) {
    throw new Refusal(404, `The model '${model}' does not exist.`, "model_not_found");
  }
  if (!prompt || prompt.length > 32_000) throw wrong("Invalid 'prompt'", "prompt");
  if (!["low", "medium", "high", "xhigh", "max", "auto"].includes(quality!)) {
    throw wrong(`Invalid value: '${quality}'.`, "quality", "invalid_value");
  }
  if (Number(n) !== 1 || size !== "1024x1024" || output_format !== "png") {
    throw wrong("This stand-in paints one PNG of 1024x1024");
  }
  const image = ordered.image === undefined
    ? Buffer.from(paint(prompt)).toString("base64")
    : ordered.image;
  const output_tokens = { medium: 439, high: 1756 }[quality!] ?? 196;
  const input_tokens = tokensOf(prompt);
  return {
    created: Math.floor(Date.now() / 1000),
    background: "opaque",
    data: image === null ? [] : [{ b64_json: image }],
    output_format,
    quality,
    size,
    usage: {
      input_tokens,
      input_tokens_details: { image_tokens: 0, text_tokens: input_tokens },
      output_tokens,
      total_tokens: input_tokens + output_tokens,
    },
  };
}

/** The words of a recording; `file` is {name, type, size}. */
export function transcription(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, ["model", "file", "response_format"]);
  if (!transcriptionModels.includes(body.model as string)) {
    throw new Refusal(404, `The model \`${body.model}\` does not exist`, "model_not_found");
  }
  if (body.response_format !== "json") throw wrong("Invalid value", "response_format");
  const { name, size } = body.file as { name: string; size: number };
  if (!/\.(flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/.test(name)) {
    throw wrong("Unrecognized file format.", "file");
  }
  if (size > 25 * 1024 * 1024) throw new Refusal(413, "Maximum content size limit exceeded");
  const text = ordered.content ?? "plain words";
  if (body.model === "whisper-1") {
    return { text, usage: { type: "duration", seconds: Math.ceil(size / 100) } };
  }
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = ordered.usage ??
    { prompt_tokens: 14, completion_tokens: tokensOf(text) };
  return {
    text,
    ...(ordered.usage !== null && {
      usage: {
        type: "tokens",
        input_tokens,
        input_token_details: { text_tokens: 0, audio_tokens: input_tokens },
        output_tokens,
        total_tokens: input_tokens + output_tokens,
      },
    }),
  };
}
