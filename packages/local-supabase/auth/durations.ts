/** Durations as the admin API takes them, in the format of Go's time.ParseDuration. */

const SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  "µs": 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** The most seconds that 64 bits of nanoseconds hold, about 292 years. */
const LONGEST = 2 ** 63 / 1e9;

/** Seconds of a duration such as `24h`, `1h30m` or `-1.5h`; null for other text. */
export function parseDuration(duration: string): number | null {
  const [, sign, amounts = ""] = /^([+-]?)(.+)$/.exec(duration) ?? [];
  if (amounts === "0") return 0;
  if (!/^(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$/.test(amounts)) return null;
  let seconds = 0;
  for (const [, amount, unit = ""] of amounts.matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (SECONDS[unit] ?? 0);
  }
  return seconds > LONGEST ? null : sign === "-" ? -seconds : seconds;
}
