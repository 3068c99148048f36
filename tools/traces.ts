/**
 * `npm run traces`: takes OTLP/JSON at port 4318 (`PORT` chooses another), where collectors listen, and
 * shows the last traces as pictures at the same address.
 */
import { scaleLinear } from "d3-scale";

/** A span of OTLP/JSON, of which a picture shows this much. */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 for a request. */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string }[];
  status: { code: number };
}

/** Traces that are shown. */
const KEPT = 50;
const [WIDTH, NAMES, RIGHT, ROW, TOP] = [860, 330, 80, 24, 40];

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** Told apart with every kind of colour vision: Okabe and Ito, Color Universal Design, 2008. */
function colorOf({ kind, status, attributes }: OtlpSpan): string {
  if (status.code === 2) return "#d55e00"; // it failed
  if (kind === 2) return "#0072b2";
  return attributes.some(({ key }) => key === "server.address") ? "#e69f00" : "#009e73";
}

/** Draws the spans of one trace as SVG: each below its parent, in the order in which they began. */
function drawTrace(spans: OtlpSpan[]): string {
  const first = spans.map((span) => BigInt(span.startTimeUnixNano))
    .reduce((a, b) => a < b ? a : b);
  const timed = spans.map((span) => {
    const [from, to] = [span.startTimeUnixNano, span.endTimeUnixNano]
      .map((time) => Number(BigInt(time) - first) / 1e6);
    return { ...span, from: from!, to: to! };
  }).sort((a, b) => a.from - b.from);
  const isTop = ({ parentSpanId }: OtlpSpan) =>
    !timed.some(({ spanId }) => spanId === parentSpanId);
  const rows = (of: typeof timed, depth = 0): [typeof timed[0], number][] =>
    of.flatMap((span) => [
      [span, depth],
      ...rows(timed.filter(({ parentSpanId }) => parentSpanId === span.spanId), depth + 1),
    ]);
  const height = TOP + ROW * spans.length + 8;
  const x = scaleLinear([0, Math.max(...timed.map(({ to }) => to))], [NAMES, WIDTH - RIGHT]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" ` +
    `height="${height}" font-family="sans-serif" font-size="13" fill="#222">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...x.ticks(5).map((tick) =>
      `<path d="M${x(tick)},${TOP - 8}V${height - 8}" stroke="#ddd"/>` +
      `<text x="${x(tick)}" y="${TOP - 14}" text-anchor="middle">${tick} ms</text>`
    ),
    ...rows(timed.filter(isTop)).map(([span, depth], row) => {
      const [left, y] = [x(span.from), TOP + ROW * row];
      const width = Math.max(2, x(span.to) - left);
      return `<text x="${12 + 14 * depth}" y="${y + 13}">${escape(span.name)}</text>` +
        `<rect x="${left}" y="${y}" width="${width}" height="17" fill="${colorOf(span)}"/>` +
        `<text x="${left + width + 5}" y="${y + 13}">${(span.to - span.from).toFixed(1)} ms</text>`;
    }),
    "</svg>\n",
  ].join("\n");
}

/** Takes exports of spans, and answers every GET request with a page of pictures, the newest first. */
export function showTraces(traces = new Map<string, OtlpSpan[]>()) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "POST") {
      const { resourceSpans } = await request.json();
      for (const { scopeSpans } of resourceSpans) {
        for (const span of scopeSpans.flatMap(({ spans }: { spans: OtlpSpan[] }) => spans)) {
          traces.set(span.traceId, [...traces.get(span.traceId) ?? [], span]);
        }
      }
      for (const id of [...traces.keys()].slice(0, -KEPT)) traces.delete(id);
      return Response.json({});
    }
    const pictures = [...traces.values()].reverse().map(drawTrace).join("<br>");
    return new Response(
      `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2">` +
        `<title>Traces</title>${pictures || "No trace yet"}`,
      { headers: { "content-type": "text/html; charset=utf-8" } },
    );
  };
}

if (import.meta.main) {
  const port = Number(Deno.env.get("PORT") ?? 4318);
  const url = `http://127.0.0.1:${port}`;
  Deno.serve({ port, hostname: "127.0.0.1", onListen: () => console.log(url) }, showTraces());
}
