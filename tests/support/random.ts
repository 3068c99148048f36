/** Pseudo-random numbers that are the same in every run. */

/**
 * Draws whole numbers from 0 to below a limit, from a sequence that the seed determines.
 *
 * @example
 * const random = randomNumbers(7);
 * const die = 1 + random(6);
 */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** Words that identify the requests of one test to the provider's stand-in. */
export const newWords = () => `words${crypto.randomUUID().replaceAll("-", "")}`;
