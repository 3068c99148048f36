import { notFound } from "../../shared/base/errors.ts";
import { whole } from "../../shared/fields/pages.ts";
import { json, ok, part, z } from "../../shared/http/declare.ts";
import {
  Along,
  type Calculator,
  CalculatorCard,
  calculatorId,
  curve,
  evaluate,
  Evaluation,
} from "./calculators/calculator.ts";
import { calculatorById, calculators } from "./calculators/index.ts";
import { MAX_COMBINATIONS, MAX_RESULTS, Range, Sweep, sweep } from "./calculators/sweep.ts";

/** The calculators: formulas of physics and grid searches. */
export const routes = part();

/** Examples of requests, from which the examples of answers are calculated. */
const example = {
  calculator: "resonance" as const,
  inputs: { resistance: 10 },
  search: {
    top_n: 2,
    ranges: {
      topology: { min: 0, max: 0, steps: 1 },
      resistance: { min: 1, max: 100, steps: 12 },
      inductance: { min: 0.001, max: 0.001, steps: 1 },
      capacitance: { min: 1e-9, max: 1e-8, steps: 10 },
    },
  },
};
const shown = calculatorById(example.calculator)!;

/** A calculator as the document and clients see it. */
const shownOf = ({ evaluate: _, ...rest }: Calculator) => rest;

routes.list("/lab/calculators", {
  auth: "none",
  operationId: "listCalculators",
  summary: "List the calculators",
  description: "Each with its inputs, their ranges and units, its outputs with their formulas " +
    "in words, and the objective of its grid search.",
  items: { calculators: CalculatorCard },
  example: calculators.map(shownOf),
  order: whole(({ id }: { id: string }) => id),
}, () => calculators.map(shownOf));

routes.add("POST /lab/calculators/{calculator}", {
  auth: "none",
  operationId: "evaluateCalculator",
  summary: "Evaluate a calculator",
  description: "An input that is not sent takes its default. An input that is unknown or out of " +
    "range, and a combination for which the formulas are not valid, is refused. With `along`, the " +
    "answer has the outputs at other values of one input too, to draw a curve of them.",
  params: z.object({ calculator: z.string().openapi({ example: example.calculator }) }),
  body: json(
    z.object({
      inputs: z.record(z.string(), z.number()).optional(),
      along: Along.optional().openapi({ description: "Values for one input instead of its own." }),
    }).openapi({ example: { inputs: example.inputs } }),
  ),
  notFound: "Calculator",
  answer: ok(
    "The outputs",
    z.object({ calculator: calculatorId }).extend(Evaluation.shape).extend({
      curve: z.array(z.record(z.string(), z.number()).nullable()).nullable().openapi({
        description: "With `along`: the outputs by name at each of its values, null where the " +
          "formulas are not valid. Null without `along`.",
      }),
    }),
    { calculator: example.calculator, ...evaluate(shown, example.inputs), curve: null },
  ),
}, ({ params, body: { inputs, along } }) => {
  const calculator = calculatorById(params.calculator);
  if (!calculator) throw notFound("Calculator");
  const evaluation = evaluate(calculator, inputs);
  return {
    calculator: calculator.id,
    ...evaluation,
    curve: along ? curve(calculator, evaluation.inputs, along) : null,
  };
});

routes.add("POST /lab/optimize", {
  auth: "none",
  limit: "optimize",
  operationId: "optimize",
  summary: "Search a grid of inputs for the best combinations",
  description: `Evaluates every combination, at most ${MAX_COMBINATIONS.toLocaleString("en")}, ` +
    "and ranks them by the calculator's objective. Equal combinations rank by the order of their " +
    "inputs. An input without a range takes the calculator's own. `skipped` counts combinations " +
    "for which the formulas are not valid. 10 requests a minute for each address.",
  body: json(z.object({
    calculator: calculatorId.openapi({ example: example.calculator }),
    top_n: z.int().min(1).max(MAX_RESULTS).openapi({ example: example.search.top_n }),
    ranges: z.record(z.string(), Range).optional().openapi({
      description: "By the name of the input: `steps` values at equal distances from `min` to " +
        "`max`.",
      example: example.search.ranges,
    }),
  })),
  answer: ok(
    "The best combinations, the best first",
    Sweep,
    sweep(shown, example.search),
  ),
}, ({ body: { calculator, ...request } }) => sweep(calculatorById(calculator)!, request));
