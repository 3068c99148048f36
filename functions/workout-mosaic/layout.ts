/** A rectangle in pixels of the picture. */
export interface Coordinates {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest width of the picture, and of a tile. */
const WIDTH = 1920;
const MAX_SIDE = 192;
/** Below this side a tile has its colours and its mark alone: letters would not be legible. */
const LETTERS_FROM = 56;

/**
 * The places of `count` tiles in a square grid, whether they have room for letters and photos, and
 * the size of the picture.
 */
export function layOut(count: number) {
  const columns = Math.ceil(Math.sqrt(count));
  const side = Math.min(MAX_SIDE, Math.floor(WIDTH / columns));
  const places = Array.from({ length: count }, (_, n): Coordinates => ({
    x: n % columns * side,
    y: Math.floor(n / columns) * side,
    width: side,
    height: side,
  }));
  const [width, height] = [columns * side, Math.ceil(count / columns) * side];
  return { places, isLarge: side >= LETTERS_FROM, width, height };
}
