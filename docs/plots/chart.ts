/** Line charts as SVG. */
import { scaleLinear, scaleLog } from "d3-scale";

export interface Axis {
  label: string;
  domain: [number, number];
  log?: boolean;
  /** Of the numbers at the ticks, as d3-format writes it; "~s" puts SI prefixes. */
  format?: string;
}

export interface Line {
  label: string;
  /** From left to right; a null interrupts the line. */
  points: ([x: number, y: number] | null)[];
}

export interface Chart {
  title: string;
  x: Axis;
  y: Axis;
  /** The input by which the lines differ. */
  legend: string;
  lines: Line[];
}

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 84;
const RIGHT = 160;
const TOP = 44;
const BOTTOM = 60;
const [RIGHT_EDGE, LOWER_EDGE] = [WIDTH - RIGHT, HEIGHT - BOTTOM];

/** Told apart with every kind of colour vision: Okabe and Ito, Color Universal Design, 2008. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const text = (x: number, y: number, content: string, attributes = "") =>
  `<text x="${x}" y="${y}" ${attributes}>${escape(content)}</text>`;

/** The scale of an axis, and the ticks that have a label. */
function scaled({ domain, log, format = "~s" }: Axis, range: [number, number]) {
  const scale = (log ? scaleLog() : scaleLinear()).domain(domain).range(range);
  const label = scale.tickFormat(6, format);
  // Over several decades, the powers of ten are enough.
  const decades = log && domain[1] >= 100 * domain[0];
  const ticks = scale.ticks(6)
    .filter((value) => !decades || Number.isInteger(Math.log10(value)))
    .map((value) => ({ at: round(scale(value)), label: label(value) }))
    .filter(({ label }) => label !== "");
  return { scale, ticks };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws a chart; what lies outside the domains is cut off. */
export function drawChart({ title, x, y, legend, lines }: Chart): string {
  const [across, up] = [scaled(x, [LEFT, RIGHT_EDGE]), scaled(y, [LOWER_EDGE, TOP])];
  const grid = [
    ...across.ticks.map(({ at }) => `M${at},${TOP}V${LOWER_EDGE}`),
    ...up.ticks.map(({ at }) => `M${LEFT},${at}H${RIGHT_EDGE}`),
  ].join("");
  const middle = (TOP + LOWER_EDGE) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(LEFT, 26, title, `font-size="15" font-weight="bold"`),
    `<path d="${grid}" stroke="#ddd"/>`,
    `<rect x="${LEFT}" y="${TOP}" width="${RIGHT_EDGE - LEFT}" height="${
      LOWER_EDGE - TOP
    }" fill="none" stroke="#666"/>`,
    ...across.ticks.map(({ at, label }) =>
      text(at, LOWER_EDGE + 18, label, `text-anchor="middle"`)
    ),
    ...up.ticks.map(({ at, label }) => text(LEFT - 8, at + 4, label, `text-anchor="end"`)),
    text((LEFT + RIGHT_EDGE) / 2, HEIGHT - 16, x.label, `text-anchor="middle"`),
    text(20, middle, y.label, `text-anchor="middle" transform="rotate(-90 20 ${middle})"`),
    `<clipPath id="frame"><rect x="${LEFT}" y="${TOP}" width="${RIGHT_EDGE - LEFT}" height="${
      LOWER_EDGE - TOP
    }"/></clipPath>`,
    `<g clip-path="url(#frame)" fill="none" stroke-width="2">`,
    ...lines.map(({ points }, i) => {
      const path = points.map((point, at) =>
        point &&
        `${points[at - 1] ? "L" : "M"}${round(across.scale(point[0]))},${round(up.scale(point[1]))}`
      ).filter(Boolean).join("");
      return `<path d="${path}" stroke="${COLORS[i]}"/>`;
    }),
    "</g>",
    text(RIGHT_EDGE + 16, TOP + 12, legend, `font-weight="bold"`),
    ...lines.map(({ label }, i) => {
      const at = TOP + 36 + 22 * i;
      return `<path d="M${RIGHT_EDGE + 16},${at - 4}h22" stroke="${COLORS[i]}" stroke-width="3"/>` +
        text(RIGHT_EDGE + 46, at, label);
    }),
    "</svg>\n",
  ].join("\n");
}
