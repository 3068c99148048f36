/** The words of a made-up language: each text begins with `Qo`. */
export function madeUp<Words>(words: Words): Words {
  if (typeof words === "string") return `Qo ${words}` as Words;
  if (Array.isArray(words)) return words.map(madeUp) as Words;
  return Object.fromEntries(
    Object.entries(words as object).map(([key, each]) => [
      key,
      // The parts that programs read.
      ["language", "number", "months", "weekdays"].includes(key) ? each : madeUp(each),
    ]),
  ) as Words;
}
