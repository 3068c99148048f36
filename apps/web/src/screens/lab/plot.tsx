import { useRef } from "preact/hooks";
import { useWidth } from "../../parts/bars.tsx";
import { format, isWide, scaleOf, ticksOf } from "./numbers.ts";

export interface Axis {
  label: string;
  unit: string;
}

const frame = { left: 66, right: 14, top: 12, bottom: 46 };

/**
 * The range of the vertical axis. It stays while the curve fits and fills a good part of it, so
 * that people see the curve move; then it follows.
 */
function useFrame(of: string, low: number, high: number): { bottom: number; top: number } {
  const frame = useRef({ of: "", bottom: 0, top: 0 });
  const { bottom, top } = frame.current;
  const scale = scaleOf(bottom, top);
  const fits = frame.current.of === of && low >= bottom && high <= top &&
    scale.isLog === isWide(low, high) && scale.at(high) - scale.at(low) > 0.4;
  if (!fits) {
    const margin = (high - low) * 0.15 || Math.abs(high) * 0.5 || 1;
    frame.current = isWide(low, high)
      ? { of, bottom: low / 3, top: high * 3 }
      : { of, bottom: low >= 0 ? Math.max(0, low - margin) : low - margin, top: high + margin };
  }
  return frame.current;
}

/** A curve, and a point on it. The numbers stand beside it. */
export function Plot(
  { x, y, range, points, here }: {
    x: Axis;
    y: Axis;
    /** The range of the horizontal axis. */
    range: { min: number; max: number };
    /** Null where there is no value. */
    points: { x: number; y: number | null }[];
    here?: { x: number; y: number };
  },
) {
  const { ref, width } = useWidth();
  const heights = points.flatMap(({ y }) => y ?? []).concat(here?.y ?? []);
  const [wide, tall] = [Math.max(width, 240), Math.min(380, Math.max(200, width * 0.56))];
  if (!heights.length || !width) return <div ref={ref} style={{ height: tall }} />;
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const across = scaleOf(range.min, range.max);
  const { bottom, top } = useFrame(`${x.label} ${y.label}`, low, high);
  const up = scaleOf(bottom, top);

  const left = (value: number) => frame.left + across.at(value) * (wide - frame.left - frame.right);
  const height = (value: number) =>
    tall - frame.bottom - up.at(value) * (tall - frame.top - frame.bottom);
  const place = (at: { x: number; y: number }) =>
    `${left(at.x).toFixed(1)} ${height(at.y).toFixed(1)}`;
  let isOpen = false;
  const path = points.map(({ x, y }) => {
    if (y === null) return (isOpen = false, "");
    const step = `${isOpen ? "L" : "M"}${place({ x, y })}`;
    isOpen = true;
    return step;
  }).join("");

  return (
    <div ref={ref}>
      <svg class="plot" width={wide} height={tall} aria-hidden="true">
        <g class="grid">
          {ticksOf(range.min, range.max, across, wide / 90).map((value) => (
            <g key={value}>
              <line x1={left(value)} x2={left(value)} y1={frame.top} y2={tall - frame.bottom} />
              <text x={left(value)} y={tall - frame.bottom + 18} text-anchor="middle">
                {format(value, x.unit)}
              </text>
            </g>
          ))}
        </g>
        <g class="grid">
          {ticksOf(bottom, top, up, tall / 50).map((value) => (
            <g key={value}>
              <line x1={frame.left} x2={wide - frame.right} y1={height(value)} y2={height(value)} />
              <text x={frame.left - 8} y={height(value) + 4} text-anchor="end">
                {format(value, y.unit)}
              </text>
            </g>
          ))}
        </g>
        <text class="axis" x={(wide + frame.left) / 2} y={tall - 6} text-anchor="middle">
          {x.label}
        </text>
        <path class="curve" d={path} />
        {here && (
          <g class="here">
            <line x1={left(here.x)} x2={left(here.x)} y1={frame.top} y2={tall - frame.bottom} />
            <circle cx={left(here.x)} cy={height(here.y)} r="7" />
          </g>
        )}
      </svg>
    </div>
  );
}
