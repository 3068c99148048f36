/**
 * Evaluates the part of PromQL that `ops/alerts.yaml` uses, on two pages of metrics: `rate` is the
 * difference between them by the seconds between them. No evaluator is on npm.
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

/** Names of metrics in an expression. */
export const metricsIn = (expression: string): string[] => expression.match(/journal_\w+/g) ?? [];

export function evaluate(
  expression: string,
  pages: { now: Sample[]; before: Sample[]; seconds: number },
): Value {
  const tokens = expression.match(/"[^"]*"|=~|\d+(\.\d+)?[ms]?|\w+|\S/g)!;
  const peek = () => tokens[0];
  const take = (expected?: string) => {
    const token = tokens.shift();
    if (expected && token !== expected) throw new Error(`${expression}: no ${expected}`);
    return token!;
  };

  const comparison = (): Value => binary(product, [">"], (a, b) => a > b ? a : undefined);
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
    if (token === "(") return closed(comparison());
    if (token === "sum") return sum();
    if (token.startsWith("journal_")) {
      const { name, labels } = selector(token);
      return select(pages.now, name, labels);
    }
    take("(");
    if (token === "rate") {
      const { name, labels } = selector(take());
      take("["), take(), take("]");
      return closed(rate(name, labels));
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
    const labels: [string, RegExp][] = [];
    if (peek() !== "{") return { name, labels };
    take();
    while (peek() !== "}") {
      const label = take();
      const isPattern = take() === "=~";
      const text = take().slice(1, -1);
      labels.push([label, new RegExp(`^(?:${isPattern ? text : RegExp.escape(text)})$`)]);
    }
    take("}");
    return { name, labels };
  }

  const select = (page: Sample[], name: string, labels: [string, RegExp][]): Vector =>
    page.filter((each) =>
      each.name === name && labels.every(([label, is]) => is.test(each.labels[label] ?? ""))
    ).map(({ labels, value }) => ({ labels, value }));

  function rate(name: string, labels: [string, RegExp][]): Vector {
    const before = select(pages.before, name, labels);
    return select(pages.now, name, labels).map(({ labels, value }) => ({
      labels,
      value: (value - (before.find((each) => same(each.labels, labels))?.value ?? 0)) /
        pages.seconds,
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

  return comparison();
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
