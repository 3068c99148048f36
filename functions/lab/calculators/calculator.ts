/** The lab's calculators: each is a pure function of numbers in SI units, with a description. */
import { z } from "@hono/zod-openapi";
import { badField, HttpError } from "../../../shared/base/errors.ts";

/** The calculators, by which requests name them. */
const ids = ["resonance", "coil", "impedance", "electrolysis", "pulsed_dc", "plasma"] as const;
export const calculatorId = z.enum(ids).openapi("CalculatorId", { example: "coil" });

export const Objective = z.object({
  name: z.string().openapi({
    description: "The name of an output.",
    example: "q_factor",
  }),
  direction: z.enum(["maximize", "minimize"]),
  unit: z.string().openapi({ example: "1" }),
}).openapi("Objective");
export type Objective = z.infer<typeof Objective>;

const Input = z.object({
  name: z.string().openapi({ example: "resistance" }),
  label: z.string().openapi({ example: "Resistance" }),
  unit: z.string().openapi({
    description: "An SI unit; `1` for a number without dimension.",
    example: "ohm",
  }),
  min: z.number().openapi({ example: 0.1 }),
  max: z.number().openapi({ example: 100_000 }),
  default: z.number().openapi({ example: 10 }),
  steps: z.int().openapi({
    description: "The number of values in a grid search without a range of its own; 1 keeps the " +
      "default.",
    example: 25,
  }),
  options: z.array(z.string()).nullable().openapi({
    example: null,
    description: "The meanings of the whole numbers from `min` to `max` of a choice; null for " +
      "other inputs.",
  }),
}).openapi("CalculatorInput");
export type Input = z.infer<typeof Input>;

const Output = z.object({
  name: z.string().openapi({ example: "q_factor" }),
  label: z.string().openapi({ example: "Q factor" }),
  unit: z.string().openapi({ example: "1" }),
  formula: z.string().openapi({
    description: "The formula in words.",
    example: "reactance at resonance over resistance",
  }),
}).openapi("CalculatorOutput");

/** A calculator as clients see it. */
export const CalculatorCard = z.object({
  id: calculatorId,
  title: z.string().openapi({ example: "RLC resonance" }),
  inputs: z.array(Input),
  outputs: z.array(Output),
  objective: Objective,
}).openapi("Calculator");

const Value = z.object({
  name: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.string(),
}).openapi("CalculatedValue");

export interface Calculator extends z.infer<typeof CalculatorCard> {
  /** Null where the formulas do not hold for this combination. */
  evaluate(inputs: Readonly<Record<string, number>>): Record<string, number> | null;
}

/** The range of an input; without `steps` a sweep takes its default alone. */
interface Values {
  in: readonly [min: number, max: number];
  default: number;
  steps?: number;
}
type Quantity = readonly [label: string, unit: string, Values];
type Choice = readonly [label: string, options: readonly string[], Omit<Values, "in">];

interface Definition<I extends string, O extends string> {
  id: Calculator["id"];
  title: string;
  inputs: Record<I, Quantity | Choice>;
  outputs: Record<O, readonly [label: string, unit: string, formula: string]>;
  objective: [direction: Objective["direction"], output: NoInfer<O>];
  evaluate(inputs: Readonly<Record<I, number>>): Record<NoInfer<O>, number> | null;
}

/** Defines a calculator; the names of inputs and outputs are checked against `evaluate`. */
export function defineCalculator<I extends string, O extends string>(
  { inputs, outputs, objective: [direction, objective], evaluate, ...rest }: Definition<I, O>,
): Calculator {
  return {
    ...rest,
    inputs: entries(inputs).map(([name, input]) => inputOf(name, input)),
    outputs: entries(outputs)
      .map(([name, [label, unit, formula]]) => ({ name, label, unit, formula })),
    objective: { name: objective, direction, unit: outputs[objective][1] },
    evaluate(inputs) {
      const result: Record<string, number> | null = evaluate(inputs as Record<I, number>);
      if (!result) return null;
      // An infinite or undefined value is not an answer either.
      for (const name in result) if (!Number.isFinite(result[name])) return null;
      return result;
    },
  };
}

function inputOf(name: string, [label, kind, values]: Quantity | Choice): Input {
  const isChoice = typeof kind !== "string";
  const [min, max] = "in" in values ? values.in : [0, kind.length - 1];
  return {
    name,
    label,
    unit: isChoice ? "1" : kind,
    min,
    max,
    default: values.default,
    steps: values.steps ?? 1,
    options: isChoice ? [...kind] : null,
  };
}

const entries = <K extends string, V>(record: Record<K, V>) => Object.entries(record) as [K, V][];

/** Something wrong with one value of a request; `path` names it as the request's body does. */
export interface Problem {
  path: string;
  message: string;
}

/** The request breaks the calculator's description: 400. The message names every field. */
export function refusal(problems: Problem[]): HttpError {
  const message = problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const fields = problems.map((problem) => ({ ...problem, code: "invalid_value" as const }));
  return new HttpError(400, message.slice(0, 500), { fields: fields.slice(0, 100) });
}

/** The names in `given` that the calculator does not have among its inputs. */
export function unknownInputs(calculator: Calculator, given: object, field: string): Problem[] {
  return Object.keys(given)
    .filter((name) => !calculator.inputs.some((input) => input.name === name))
    .map((name) => ({
      path: `${field}.${name}`,
      message: `unknown input, expected one of ${
        calculator.inputs.map((input) => input.name).join(", ")
      }`,
    }));
}

/** The fault of a value of an input, if any. */
export function problemOf(input: Input, value: number): string | undefined {
  const { min, max, options } = input;
  if (options) {
    if (Number.isInteger(value) && value >= min && value <= max) return undefined;
    return `expected one of ${options.map((option, index) => `${index} (${option})`).join(", ")}`;
  }
  // This form of the comparison also refuses NaN.
  if (value >= min && value <= max) return undefined;
  return `expected ${min} to ${max}${input.unit === "1" ? "" : ` ${input.unit}`}`;
}

/** A combination of inputs, and the outputs for it. */
export const Evaluation = z.object({
  inputs: z.record(z.string(), z.number()).openapi({
    description: "Every input, defaults included.",
  }),
  outputs: z.array(Value),
  objective_value: z.number(),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** One input, and the values for which the outputs are wanted. */
export const Along = z.object({
  input: z.string().openapi({ description: "The name of an input.", example: "resistance" }),
  values: z.array(z.number()).min(1).max(200).openapi({ example: [10, 20, 40] }),
});

/** The outputs by name for each value of `along`; null where the formulas do not hold. */
export function curve(
  calculator: Calculator,
  inputs: Record<string, number>,
  along: z.infer<typeof Along>,
): (Record<string, number> | null)[] {
  const input = calculator.inputs.find(({ name }) => name === along.input);
  if (!input) {
    throw refusal([{ path: "along.input", message: "expected the name of an input" }]);
  }
  const problems = along.values.flatMap((value, index) => {
    const message = problemOf(input, value);
    return message ? [{ path: `along.values.${index}`, message }] : [];
  });
  if (problems.length) throw refusal(problems);
  return along.values.map((value) => calculator.evaluate({ ...inputs, [input.name]: value }));
}

/** The outputs of a combination as people read them; null where the formulas do not hold. */
export function describe(
  calculator: Calculator,
  inputs: Record<string, number>,
): Evaluation | null {
  const result = calculator.evaluate(inputs);
  return result && {
    inputs,
    outputs: calculator.outputs.map(({ name, label, unit }) => ({
      name,
      label,
      value: result[name]!,
      unit,
    })),
    objective_value: result[calculator.objective.name]!,
  };
}

/**
 * Evaluates a calculator; a missing input takes its default. Refuses an unknown input, a value out
 * of range, and a combination for which the formulas do not hold. `field` is the name of the inputs
 * in the request.
 */
export function evaluate(
  calculator: Calculator,
  given: Readonly<Record<string, number>> = {},
  field = "inputs",
): Evaluation {
  const problems = unknownInputs(calculator, given, field);
  const inputs: Record<string, number> = {};
  for (const input of calculator.inputs) {
    const value = Object.hasOwn(given, input.name) ? given[input.name]! : input.default;
    const message = problemOf(input, value);
    if (message) problems.push({ path: `${field}.${input.name}`, message });
    inputs[input.name] = value;
  }
  if (problems.length) throw refusal(problems);
  const evaluation = describe(calculator, inputs);
  if (evaluation) return evaluation;
  throw badField(field, "the calculator's formulas do not hold for this combination");
}
