/** Text of the stand-in for OpenAI: chat completions with structured output. */
import { isStrict, plainest, type Schema } from "./openai-schema.ts";
import { type Behaviour, type Body, only, Refusal, tokensOf, wrong } from "./openai-wire.ts";

/** Text models, and whether they take a reasoning effort. */
const textModels: Record<string, boolean> = { "gpt-6-luna": true, "gpt-4o-mini": false };

/** The text model of a request. */
export function checkModel(body: Body): string {
  const model = body.model as string;
  if (!(model in textModels)) {
    throw new Refusal(404, `The model \`${model}\` does not exist`, "model_not_found");
  }
  if ("reasoning_effort" in body && !textModels[model]) {
    throw wrong("Unrecognized request argument supplied: reasoning_effort");
  }
  return model;
}

interface Message {
  role: string;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

/** Refuses functions of a wrong form, and calls in the conversation without their results. */
export function checkCalls({ tools = [], tool_choice, messages }: Body): void {
  for (
    const { type, function: each } of tools as {
      type: string;
      function: Schema & { name: string };
    }[]
  ) {
    if (type !== "function" || !/^[\w-]{1,64}$/.test(each.name)) throw wrong("Invalid", "tools");
  }
  if (tool_choice !== undefined && !(tools as unknown[]).length) {
    throw wrong("'tool_choice' is only allowed when 'tools' are specified.", "tool_choice");
  }
  let open: string[] = [];
  for (const { role, tool_call_id, tool_calls } of messages as Message[]) {
    if (role === "tool") {
      if (!open.includes(tool_call_id!)) {
        throw wrong(
          "messages with role 'tool' must follow a message with 'tool_calls'.",
          "messages",
        );
      }
      open = open.filter((id) => id !== tool_call_id);
    } else if (open.length) {
      throw wrong("'tool_calls' must be followed by tool messages.", "messages");
    }
    if (tool_calls) open = tool_calls.map(({ id }) => id);
  }
  if (open.length) throw wrong("'tool_calls' must be followed by tool messages.", "messages");
}

/** The parameters of every request for text. */
export const common = ["model", "messages", "max_completion_tokens", "store", "reasoning_effort"];

/** A chat completion with structured output. */
export function completion(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, [...common, "response_format"]);
  const model = checkModel(body);
  const format = body.response_format as {
    type: string;
    json_schema: { name: string; strict: boolean; schema: Schema };
  };
  if (format?.type !== "json_schema") throw wrong("Invalid type", "response_format");
  const { name, schema, strict } = format.json_schema;
  if (!/^[\w-]{1,64}$/.test(name)) throw wrong("Invalid name", "response_format.json_schema.name");
  if (strict && !isStrict(schema)) {
    throw wrong(`Invalid schema for response_format '${name}'`, "response_format");
  }
  const said = ordered.content !== undefined
    ? ordered.content
    : JSON.stringify(ordered.answer ?? plainest(schema));
  const { prompt_tokens, completion_tokens } = ordered.usage ??
    { prompt_tokens: tokensOf(body.messages), completion_tokens: tokensOf(said) };
  return {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: ordered.refusal ? null : said,
        refusal: ordered.refusal ?? null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: ordered.finish_reason ?? "stop",
    }],
    ...(ordered.usage !== null && {
      usage: {
        prompt_tokens,
        completion_tokens,
        total_tokens: prompt_tokens + completion_tokens,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      },
    }),
    service_tier: "default",
    system_fingerprint: "fp_standin",
  };
}
