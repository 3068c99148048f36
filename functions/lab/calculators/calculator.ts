/** What every calculator of the lab is: a pure function of numbers in SI units, and its description. */

/** A number that a calculator takes. */
export interface Input {
  name: string;
  label: string;
  /** SI; "1" for a number without dimension. */
  unit: string;
  min: number;
  max: number;
  default: number;
  /** Values that a sweep without a range of its own takes from `min` to `max`; 1: the default alone. */
  steps: number;
  /** What the whole numbers from `min` to `max` stand for, when the input is a choice. */
  options?: readonly string[];
}

/** A number that a calculator gives. */
export interface Output {
  name: string;
  label: string;
  unit: string;
  /** How it is computed, in words and names of inputs and outputs. */
  formula: string;
}

export interface Objective {
  /** The name of an output. */
  name: string;
  direction: "maximize" | "minimize";
  unit: string;
}

export interface Calculator {
  id: string;
  title: string;
  inputs: readonly Input[];
  outputs: readonly Output[];
  objective: Objective;
  /** Null where the formulas do not hold for this combination. */
  evaluate(inputs: Readonly<Record<string, number>>): Record<string, number> | null;
}

/** What a number may be, without which values a sweep takes its default alone. */
interface Values {
  in: readonly [min: number, max: number];
  default: number;
  steps?: number;
}
type Quantity = readonly [label: string, unit: string, Values];
type Choice = readonly [label: string, options: readonly string[], Omit<Values, "in">];

interface Definition<I extends string, O extends string> {
  id: string;
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
    outputs: entries(outputs).map(([name, [label, unit, formula]]) => ({
      name,
      label,
      unit,
      formula,
    })),
    objective: { name: objective, direction, unit: outputs[objective][1] },
    evaluate(inputs) {
      const result: Record<string, number> | null = evaluate(inputs as Record<I, number>);
      if (!result) return null;
      // A value beyond what a number holds is no answer either.
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
    ...(isChoice && { options: kind }),
  };
}

const entries = <K extends string, V>(record: Record<K, V>) => Object.entries(record) as [K, V][];

/** Something wrong with one value of a request; `path` names it as the request's body does. */
export interface Problem {
  path: string;
  message: string;
}

/** The request breaks the calculator's description: 400. The message names every field. */
export class InvalidRequest extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join("; "));
    this.name = "InvalidRequest";
  }
}

/** Names in `given` that are no input of the calculator. */
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

/** What is wrong with a value of an input, if anything. */
export function problemOf(input: Input, value: number): string | undefined {
  const { min, max, options } = input;
  if (options) {
    if (Number.isInteger(value) && value >= min && value <= max) return undefined;
    return `expected one of ${options.map((option, index) => `${index} (${option})`).join(", ")}`;
  }
  // Written so that NaN is refused too.
  if (value >= min && value <= max) return undefined;
  return `expected ${min} to ${max}${input.unit === "1" ? "" : ` ${input.unit}`}`;
}

export interface Value {
  name: string;
  label: string;
  value: number;
  unit: string;
}

export interface Evaluation {
  inputs: Record<string, number>;
  outputs: Value[];
  objective_value: number;
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
 * Evaluates a calculator; a missing input takes its default. Throws `InvalidRequest` for an unknown
 * input, a value out of range, and a combination for which the formulas do not hold. `field` is the
 * name of the inputs in the request.
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
  if (problems.length) throw new InvalidRequest(problems);
  const evaluation = describe(calculator, inputs);
  if (evaluation) return evaluation;
  throw new InvalidRequest([
    { path: field, message: "the calculator's formulas do not hold for this combination" },
  ]);
}
