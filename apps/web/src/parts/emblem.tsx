/** Badges and milestones of streaks, drawn as medals. A text beside each names it. */
import "./parts.css";
import type { ComponentChildren } from "preact";

const leaf = (x: number, y: number, turn: number, size = 1) => (
  <path
    d="M0 0C4-9 13-10 18-8 16-1 9 4 0 0z"
    transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}
    fill="#2f8f4e"
  />
);
const mirrored = (x: number, y: number, turn: number, size = 1) => (
  <path
    d="M0 0C-4-9-13-10-18-8-16-1-9 4 0 0z"
    transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}
    fill="#55b06a"
  />
);
const stem = (from: number) => (
  <path d={`M50 72V${from}`} stroke="#2f8f4e" stroke-width="4" stroke-linecap="round" />
);
const soil = () => <path d="M33 72h34" stroke="#7a5230" stroke-width="5" stroke-linecap="round" />;
const around = (count: number, draw: (turn: number) => ComponentChildren) =>
  Array.from({ length: count }, (_, index) => draw(index * 360 / count));
const cell = (x: number, y: number, fill: string) => (
  <path
    d="M0-11 9.500-5.500v11L0 11-9.500 5.500v-11z"
    transform={`translate(${x} ${y})`}
    fill={fill}
    stroke="#8a4b08"
    stroke-width="2.500"
    stroke-linejoin="round"
  />
);

/** The color and the drawing of each medal, by the name of the badge. */
const badges: Record<string, { color: string; draw(): ComponentChildren }> = {
  seedling: {
    color: "#d9efcf",
    draw: () => (
      <>
        {soil()}
        {stem(52)}
        {leaf(50, 54, -8, 0.9)}
        {mirrored(50, 54, 8, 0.9)}
      </>
    ),
  },
  sprout: {
    color: "#c3e8c0",
    draw: () => (
      <>
        {soil()}
        {stem(34)}
        {leaf(50, 60, 4)}
        {mirrored(50, 56, -4)}
        {leaf(50, 42, -28, 0.9)}
        {mirrored(50, 40, 28, 0.9)}
      </>
    ),
  },
  bloom: {
    color: "#fbd9e4",
    draw: () => (
      <>
        <path d="M50 52v24" stroke="#2f8f4e" stroke-width="4" stroke-linecap="round" />
        {leaf(50, 72, 0, 0.7)}
        {around(
          6,
          (turn) => (
            <ellipse
              key={turn}
              cx="50"
              cy="31"
              rx="7.500"
              ry="10.500"
              fill="#e0588b"
              transform={`rotate(${turn} 50 44)`}
            />
          ),
        )}
        <circle cx="50" cy="44" r="7" fill="#ffd257" />
      </>
    ),
  },
  pollinator: {
    color: "#fdeeb5",
    draw: () => (
      <>
        <g fill="#fff" stroke="#9db8c9" stroke-width="2">
          <ellipse cx="42" cy="36" rx="8" ry="13" transform="rotate(-24 42 36)" />
          <ellipse cx="58" cy="36" rx="8" ry="13" transform="rotate(24 58 36)" />
        </g>
        <ellipse cx="50" cy="56" rx="19" ry="13" fill="#f2b71f" />
        <path
          d="M43 44.500v23M52 43.500v25M60 46v20"
          stroke="#3a2c12"
          stroke-width="4"
          stroke-linecap="round"
        />
        <g fill="#3a2c12">
          <circle cx="35" cy="53" r="2.200" />
          <path d="M69 53l6 3-6 3z" />
        </g>
      </>
    ),
  },
  keeper: {
    color: "#ffdca8",
    draw: () => (
      <>
        {cell(50, 34, "#ffc53d")}
        {cell(40.5, 50.5, "#f5a623")}
        {cell(59.5, 50.5, "#ffd469")}
        {cell(50, 67, "#e8912d")}
      </>
    ),
  },
  queen_bee: {
    color: "#e2d6f7",
    draw: () => (
      <>
        <path
          d="M29 64l-4-27 13 11 12-19 12 19 13-11-4 27z"
          fill="#f2b71f"
          stroke="#8a4b08"
          stroke-width="2.500"
          stroke-linejoin="round"
        />
        <path d="M30 70h40" stroke="#8a4b08" stroke-width="5" stroke-linecap="round" />
        <g fill="#7a4fc4">
          <circle cx="50" cy="54" r="4" />
          <circle cx="38" cy="57" r="2.800" />
          <circle cx="62" cy="57" r="2.800" />
        </g>
      </>
    ),
  },
  legend: {
    color: "#ffe48f",
    draw: () => (
      <>
        {around(12, (turn) => (
          <path
            key={turn}
            d="M50 22v8"
            stroke="#d08a12"
            stroke-width="3"
            stroke-linecap="round"
            transform={`rotate(${turn} 50 50)`}
          />
        ))}
        <path
          d="M50 33l5.200 10.800 11.800 1.600-8.600 8.200 2.100 11.800L50 59.800l-10.500 5.600 2.100-11.800-8.600-8.200 11.800-1.600z"
          fill="#f2a417"
          stroke="#8a4b08"
          stroke-width="2.500"
          stroke-linejoin="round"
        />
      </>
    ),
  },
};

function Medal({ color, size, isAhead, children }: {
  color: string;
  size: number;
  isAhead?: boolean;
  children: ComponentChildren;
}) {
  return (
    <svg
      class={isAhead ? "medal ahead" : "medal"}
      viewBox="0 0 100 100"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
    >
      <g fill={color}>
        {around(
          14,
          (turn) => (
            <circle key={turn} cx="50" cy="8" r="9.500" transform={`rotate(${turn} 50 50)`} />
          ),
        )}
        <circle cx="50" cy="50" r="44" />
      </g>
      <circle cx="50" cy="50" r="37" fill="#fffdf6" fill-opacity="0.75" />
      {children}
    </svg>
  );
}

/** The badge of a level. A badge without a drawing shows its emoji. */
export function Emblem({ name, emoji, size = 40, isAhead }: {
  name: string | null;
  emoji?: string | null;
  size?: number;
  /** The level is not reached yet. */
  isAhead?: boolean;
}) {
  const drawn = name !== null && Object.hasOwn(badges, name) ? badges[name] : undefined;
  return (
    <Medal color={drawn?.color ?? "#ffe48f"} size={size} isAhead={isAhead}>
      {drawn
        ? <g transform="translate(-10 -10) scale(1.2)">{drawn.draw()}</g>
        : <text x="50" y="65" font-size="42" text-anchor="middle">{emoji}</text>}
    </Medal>
  );
}

/** Days in a row that a streak has reached. */
export const StreakEmblem = (
  { days, size = 40, isAhead }: { days: number; size?: number; isAhead?: boolean },
) => (
  <Medal color="#ffd3a3" size={size} isAhead={isAhead}>
    <path
      d="M50 17c4 11 19 17 19 36 0 13-8 21-19 21s-19-8-19-20c0-8 4-13 8-17 1 5 3 7 6 8 0-11 0-19 5-28z"
      fill="#ee7a2d"
    />
    <path d="M50 45c8 5 12 9 12 15 0 8-5 13-12 13s-12-5-12-12c0-7 6-10 12-16z" fill="#ffd257" />
    <text x="50" y="67" font-size="19" font-weight="800" fill="#4a2503" text-anchor="middle">
      {days}
    </text>
  </Medal>
);
