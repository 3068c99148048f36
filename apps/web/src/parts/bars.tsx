/** Bars: as a drawing, a sentence and a table. */
import "../styles/tones.css";
import "../styles/figures.css";
import "./bars.css";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { number, percent } from "../words.ts";
import { words } from "../words/bars.ts";

/** A part of a bar: its look, and how the table calls it. */
export interface Part {
  look: "plain" | "positive" | "neutral" | "negative";
  name: string;
}

export interface Bar {
  name: string;
  /** The label below the bar; empty below most bars, where there are many. */
  short?: string;
  /** One for each part, from the lowest. */
  values: number[];
  /** The beginning of the bar; below zero when a part of it lies below the line. */
  from?: number;
}

const HEIGHT = 140;
const FOOT = 22;

export function Bars({ title, says, of, parts, bars, high: least = 1 }: {
  title: string;
  /** The chart in a sentence. */
  says: string;
  /** The unit of a bar: `Week`. */
  of: string;
  parts: Part[];
  bars: Bar[];
  /** The least value at the top of the chart. */
  high?: number;
}) {
  const { ref, width } = useWidth();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const low = Math.min(0, ...bars.map(({ from = 0 }) => from));
  const high = Math.max(
    least,
    ...bars.map(({ from = 0, values }) => values.reduce((sum, value) => sum + value, from)),
  );
  const step = width / bars.length;
  const gap = Math.min(8, step * 0.3);
  const up = (value: number) => 4 + (high - value) / (high - low) * (HEIGHT - 8);
  return (
    <div class="bars">
      <div ref={ref}>
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-says`}
          width={width}
          height={HEIGHT + FOOT}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-says`}>{says}</desc>
          {bars.map(({ name, short, values, from = 0 }, at) => {
            let begin = from;
            return (
              <g key={name}>
                {values.map((value, part) => {
                  const [bottom, top] = [up(begin), up(begin += value)];
                  return value > 0 && (
                    <rect
                      key={part}
                      class={parts[part]!.look}
                      x={at * step + gap / 2}
                      y={top}
                      width={step - gap}
                      height={Math.max(1, bottom - top - (part ? 1 : 0))}
                      rx={Math.min(4, (step - gap) / 4)}
                    />
                  );
                })}
                {short && (
                  <text x={(at + 0.5) * step} y={HEIGHT + FOOT - 6} text-anchor="middle">
                    {short}
                  </text>
                )}
              </g>
            );
          })}
          <line x1="0" x2={width} y1={up(0)} y2={up(0)} />
        </svg>
      </div>
      <details onToggle={(event) => setTable(event.currentTarget.open)}>
        <summary>{words.asTable}</summary>
        {isTable && (
          <table class="figures">
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                {parts.map(({ name }) => <th scope="col" key={name}>{name}</th>)}
              </tr>
            </thead>
            <tbody>
              {bars.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, part) => <td key={part}>{number(value)}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </div>
  );
}

/**
 * The width of an element on the screen, for drawings whose letters keep their size. A drawing of
 * that width does not keep the element from getting narrower with the screen.
 */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    ref.current!.style.contain = "inline-size";
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** The progress of something, from 0 to 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => (
  <div class="progress">
    <span aria-hidden="true">
      {label}
      <strong>{percent(value)}</strong>
    </span>
    <progress value={value} max={1} aria-label={label} />
  </div>
);
