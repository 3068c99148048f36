/**
 * Evaluates the part of PromQL that `ops/alerts.yaml` uses, on two pages of metrics: `increase` is the
 * difference between them, `rate` that by the seconds between them. No evaluator is on npm.
 */

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The samples of a page in the text format. */
export const samplesOf = (page: string): Sample[] =>
  page.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
    return {
      name: name!,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]),
      ),
      value: Number(value),
    };
  });

type Vector = Pick<Sample, "labels" | "value">[];
type Value = number | Vector;
type Labels = Sample["labels"];
/** A label, and whether its value is asked for. */
type Matcher = [label: string, is: (value: string) => boolean];

/** Names of metrics in an expression. */
export const metricsIn = (expression: string): string[] => expression.match(/journal_\w+/g) ?? [];

export function evaluate(
  expression: string,
  pages: { now: Sample[]; before: Sample[]; seconds: number },
): Value {
  const tokens = expression.match(/"[^"]*"|[=!]~|[=>]=|\d+(\.\d+)?[ms]?|\w+|\S/g)!;
  const peek = () => tokens[0];
  const take = (expected?: string) => {
    const token = tokens.shift();
    if (expected && token !== expected) throw new Error(`${expression}: no ${expected}`);
    return token!;
  };

  /** `a and b` and `a unless on (label) b`. */
  function set(): Value {
    let left = comparison();
    while (peek() === "and" || peek() === "unless") {
      const keeps = take() === "and";
      let on: string | undefined;
      if (peek() === "on") {
        take(), take("(");
        on = take();
        take(")");
      }
      const right = comparison() as Vector;
      const matches = (a: Labels, b: Labels) => on ? a[on] === b[on] : same(a, b);
      left = (left as Vector).filter((each) =>
        right.some((other) => matches(each.labels, other.labels)) === keeps
      );
    }
    return left;
  }

  const comparison = (): Value =>
    binary(
      product,
      [">", ">=", "=="],
      (a, b, operator) =>
        (operator === "==" ? a === b : operator === ">" ? a > b : a >= b) ? a : undefined,
    );
  const product = (): Value =>
    binary(operand, ["*", "/"], (a, b, operator) => operator === "*" ? a * b : a / b);

  function binary(
    part: () => Value,
    operators: string[],
    of: (a: number, b: number, operator: string) => number | undefined,
  ): Value {
    let left = part();
    while (operators.includes(peek() ?? "")) {
      const operator = take();
      left = combine(left, part(), (a, b) => of(a, b, operator));
    }
    return left;
  }

  function operand(): Value {
    const token = take();
    if (/^\d/.test(token)) return Number(token);
    if (token === "(") return closed(set());
    if (token === "sum") return sum();
    if (token.startsWith("journal_") || token === "up") {
      const { name, labels } = selector(token);
      return select(pages.now, name, labels);
    }
    take("(");
    if (token === "rate" || token === "increase") {
      const { name, labels } = selector(take());
      take("["), take(), take("]");
      return closed(growth(name, labels, token === "rate" ? pages.seconds : 1));
    }
    if (token === "histogram_quantile") {
      const share = Number(take());
      take(",");
      return closed(quantile(share, comparison() as Vector));
    }
    throw new Error(`${expression}: unknown ${token}`);
  }
  const closed = (value: Value) => (take(")"), value);

  function selector(name: string) {
    const labels: Matcher[] = [];
    if (peek() !== "{") return { name, labels };
    take();
    while (peek() !== "}") {
      const label = take();
      const operator = take();
      const text = take().slice(1, -1);
      const pattern = new RegExp(`^(?:${operator === "=" ? RegExp.escape(text) : text})$`);
      labels.push([label, (value) => pattern.test(value) !== (operator === "!~")]);
      if (peek() === ",") take();
    }
    take("}");
    return { name, labels };
  }

  const select = (page: Sample[], name: string, labels: Matcher[]): Vector =>
    page.filter((each) =>
      each.name === name && labels.every(([label, is]) => is(each.labels[label] ?? ""))
    ).map(({ labels, value }) => ({ labels, value }));

  function growth(name: string, labels: Matcher[], seconds: number): Vector {
    const before = select(pages.before, name, labels);
    return select(pages.now, name, labels).map(({ labels, value }) => ({
      labels,
      value: (value - (before.find((each) => same(each.labels, labels))?.value ?? 0)) / seconds,
    }));
  }

  function sum(): Vector {
    let by: string[] = [];
    if (peek() === "by") {
      take();
      take("(");
      by = [take()];
      take(")");
    }
    take("(");
    const vector = closed(comparison()) as Vector;
    const keyOf = ({ labels }: Vector[number]) => by.map((label) => labels[label]).join();
    return Object.values(Object.groupBy(vector, keyOf)).map((group) => ({
      labels: Object.fromEntries(by.map((label) => [label, group![0]!.labels[label]!])),
      value: group!.reduce((all, { value }) => all + value, 0),
    }));
  }

  return set();
}

const same = (a: object, b: object) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

function combine(
  left: Value,
  right: Value,
  of: (a: number, b: number) => number | undefined,
): Value {
  if (typeof left === "number") return combine(right, left, (a, b) => of(b, a));
  return left.flatMap(({ labels, value }) => {
    const other = typeof right === "number"
      ? right
      : right.find((each) => same(each.labels, labels))?.value;
    const result = other === undefined ? undefined : of(value, other);
    return result === undefined ? [] : [{ labels, value: result }];
  });
}

/** As Prometheus: linear within the bucket, and the last bound above that. */
function quantile(share: number, vector: Vector): Vector {
  const buckets = vector.map(({ labels, value }) => ({
    bound: Number(labels.le!.replace("+Inf", "Infinity")),
    value,
  })).sort((a, b) => a.bound - b.bound);
  const all = buckets.at(-1)?.value ?? 0;
  if (!all) return [];
  const found = buckets.findIndex(({ value }) => value >= share * all);
  const [{ bound, value }, below] = [buckets[found]!, buckets[found - 1] ?? { bound: 0, value: 0 }];
  return [{
    labels: {},
    value: bound === Infinity
      ? below.bound
      : below.bound + (bound - below.bound) * (share * all - below.value) / (value - below.value),
  }];
}
