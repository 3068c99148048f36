/** Values and units as people write them. */

/** Units that take the prefixes of the SI. */
const prefixed: Record<string, string> = {
  H: "H",
  F: "F",
  Hz: "Hz",
  ohm: "Ω",
  S: "S",
  V: "V",
  A: "A",
  W: "W",
  J: "J",
  s: "s",
  m: "m",
  Pa: "Pa",
  "J/kg": "J/kg",
  "V/m": "V/m",
};

const prefixes: Record<number, string> = {
  [-12]: "p",
  [-9]: "n",
  [-6]: "µ",
  [-3]: "m",
  0: "",
  3: "k",
  6: "M",
  9: "G",
};

const digits = (value: number) => String(Number(value.toPrecision(4)));

export const unitName = (unit: string): string =>
  unit === "1" ? "" : unit.replaceAll("ohm", "Ω").replaceAll("^2", "²").replaceAll(" ", " ");

/** `203 µH`, `8.16 MHz`, `0.35`: four digits at most. */
export function format(value: number, unit: string): string {
  if (value === 0) return `0 ${unitName(unit)}`.trim();
  const exponent = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(4)))) / 3) * 3;
  const prefix = prefixes[exponent];
  if (unit in prefixed && prefix !== undefined) {
    return `${digits(value / 10 ** exponent)} ${prefix}${prefixed[unit]}`;
  }
  const isHandy = Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6;
  const number = isHandy ? digits(value) : value.toExponential(3).replace(/\.?0*e\+?/, " · 10^");
  return `${raised(number)} ${unitName(unit)}`.trim();
}

const raised = (number: string) =>
  number.replace(
    /\^(-?\d+)$/,
    (_, power: string) => [...power].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? "⁻").join(""),
  );

const factors: Record<string, number> = {
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  µ: 1e-6,
  μ: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};

/** The number of `0.000203`, `2.03e-4`, `203 µ` or `203 µH`; undefined for anything else. */
export function parse(text: string, unit: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  const [, number = "", rest = ""] = /^([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*(.*)$/i.exec(plain) ?? [];
  const names = ["", unit, prefixed[unit] ?? unit];
  const prefix = names.includes(rest)
    ? 1
    : unit in prefixed && names.includes(rest.slice(1))
    ? factors[rest[0]!]
    : undefined;
  return number && prefix ? Number(number) * prefix : undefined;
}

/** `+4 %`, `-0.5 %`: the distance of a value from the predicted one. */
export function deviation(delta: number, predicted: number): string {
  if (predicted === 0) return "";
  const percent = Number((delta / Math.abs(predicted) * 100).toPrecision(2));
  return `${percent > 0 ? "+" : ""}${percent} %`.replace("-", "−");
}

/** Positions from 0 to 1 along a range: by orders of magnitude where it has several. */
export interface Scale {
  at(value: number): number;
  value(at: number): number;
  isLog: boolean;
}

/** Whether a range has several orders of magnitude. */
export const isWide = (min: number, max: number): boolean => min > 0 && max / min >= 50;

export function scaleOf(min: number, max: number): Scale {
  if (isWide(min, max)) {
    const ratio = Math.log(max / min);
    return {
      isLog: true,
      at: (value) => Math.log(value / min) / ratio,
      value: (at) => min * Math.exp(at * ratio),
    };
  }
  return {
    isLog: false,
    at: (value) => (value - min) / (max - min || 1),
    value: (at) => min + at * (max - min),
  };
}

/** Values at which an axis has a line: powers of ten, or round steps; about as many as `most`. */
export function ticksOf(min: number, max: number, { isLog }: Scale, most: number): number[] {
  if (isLog) {
    const [first, last] = [Math.ceil(Math.log10(min) - 1e-9), Math.floor(Math.log10(max) + 1e-9)];
    const every = Math.max(1, Math.ceil((last - first) / most));
    const all = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
    if (all.length > 1) return all.filter((_, index) => index % every === 0);
  }
  const rough = (max - min) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough)!;
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => Number(((first + index) * step).toPrecision(12)),
  );
}
