import { withRenderer } from "./renderer.ts";

/** The side of a thumbnail in pixels, which is also the largest photo of a mosaic. */
export const SIDE = 160;

/** Photos with more pixels are not decoded: the memory of a function is limited to 256 MB. */
export const MAX_PIXELS = 16_000_000;

/** The turn and reflection that EXIF orientations 2 to 8 stand for. */
const turns: Record<number, string> = {
  2: "scaleX(-1)",
  3: "rotate(180deg)",
  4: "scaleY(-1)",
  5: "rotate(90deg) scaleY(-1)",
  6: "rotate(90deg)",
  7: "rotate(-90deg) scaleY(-1)",
  8: "rotate(-90deg)",
};

/**
 * The middle of a photo as a small JPEG.
 *
 * @throws when the photo cannot be decoded.
 */
export const makeThumbnail = (
  photo: Uint8Array<ArrayBuffer>,
  orientation: number | null,
): Promise<Uint8Array<ArrayBuffer>> =>
  withRenderer((renderer) =>
    renderer.render({
      type: "image",
      src: "photo",
      style: {
        width: SIDE,
        height: SIDE,
        objectFit: "cover",
        ...(orientation && { transform: turns[orientation] }),
      },
    }, {
      width: SIDE,
      height: SIDE,
      format: "jpeg",
      quality: 80,
      images: [{ src: "photo", data: photo, cache: "none" }],
    })
  );
