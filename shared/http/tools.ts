/** Tools: named operations for assistants and other programs, with JSON in and out. */
import { getOpenApiMetadata } from "@asteasolutions/zod-to-openapi";
import { z } from "@hono/zod-openapi";
import { must } from "../database/results.ts";
import type { Scope } from "../fields/scope.ts";
import type { CallerEnv } from "./caller.ts";
import type { Answered } from "./declare.ts";
import { requireScopes } from "./scopes.ts";
import { invalid } from "./validation.ts";

type Call = CallerEnv["Variables"];

/** The declaration of a tool. */
interface ToolSpec<In extends z.ZodObject, Out extends z.ZodObject> {
  /** A verb and a noun: `read_entry`. */
  name: string;
  title: string;
  /** For the model that chooses among the tools. */
  description: string;
  input: In;
  output: Out;
  /** The scopes that a personal token needs. */
  scopes: readonly Scope[];
  /** It changes nothing, and reads the caller's own rows alone. */
  reads?: true;
  /** It may replace what the caller has written. */
  replaces?: true;
  /** It takes days, which people name in words: the list of tools says which day is today. */
  dated?: true;
  run: (call: Call, input: z.output<In>) => Promise<Answered<z.output<Out>>>;
}

/** A tool, for code that lists and calls tools. */
export interface Tool
  extends Pick<ToolSpec<never, never>, "name" | "title" | "description" | "scopes"> {
  reads: boolean;
  replaces: boolean;
  dated: boolean;
  /** JSON schemas of the input and the output. */
  input: object;
  output: object;
  /**
   * Runs the tool as the caller.
   *
   * @throws {HttpError} the refusals of the route that does the same, 403 `scope_missing` for a
   * personal token without the scopes, 400 for other arguments than `input` describes.
   */
  call: (call: Call, given: unknown) => Promise<object>;
}

/** Declares a tool. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(
  { input, output, run, ...spec }: ToolSpec<In, Out>,
): Tool {
  const strict = input.strict();
  return {
    reads: false,
    replaces: false,
    dated: false,
    ...spec,
    input: jsonSchema(strict, "input"),
    output: jsonSchema(output, "output"),
    async call(call, given) {
      requireScopes(call.caller, spec.scopes);
      const { data, error } = strict.safeParse(given);
      if (error) throw invalid(error, "arguments");
      return await run(call, data as z.output<In>);
    },
  };
}

/** The zone of the caller. */
export const zoneOf = async ({ db, caller }: Call): Promise<string> =>
  must(await db.from("profiles").select("timezone").eq("id", caller.id).single()).timezone;

/** The part of a page's query that tools take: their answers are read by models, so pages are short. */
export const pageInput = {
  limit: z.int().min(1).max(50).default(10).openapi({ description: "How many at most." }),
  cursor: z.string().max(1000).optional().openapi({
    description: "`next_cursor` of the page before.",
  }),
};

/** The JSON schema of a schema, for a model: without examples and long patterns. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output"): object {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const { example: _, param: _param, _internal, ...known } = getOpenApiMetadata(
        zodSchema as unknown as z.ZodType,
      );
      Object.assign(jsonSchema, known);
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Later versions may answer with more fields.
      if (io === "output" && jsonSchema.type === "object") delete jsonSchema.additionalProperties;
    },
  });
  return made;
}
