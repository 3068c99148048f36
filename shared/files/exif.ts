import readBlock from "exif-reader";

/** The fields of an EXIF block that the service uses. */
export interface Exif {
  /** How the picture is turned or mirrored, when it is not upright: 2 to 8. */
  orientation?: number;
  /** Local time of the camera, ISO 8601, with the offset from UTC when the camera recorded it. */
  takenAt?: string;
}

/**
 * The part of a block that is read: times and orientation precede the notes of the camera's maker. It
 * bounds the work for a crafted block, of which each entry may claim all bytes as its values.
 */
const MAX_BYTES = 4 * 1024;

/** Reads an EXIF block, a TIFF file. A damaged one says nothing. */
export async function readExif(block: Uint8Array | undefined): Promise<Exif> {
  if (!block) return {};
  // Node's modules take a while to load, which every start of the function would wait for.
  const { Buffer } = await import("node:buffer");
  try {
    const read = Buffer.from(block.subarray(0, MAX_BYTES));
    const { Image, Photo } = readBlock(read);
    return { orientation: orientationOf(Image?.Orientation), takenAt: timeOf(Photo, read) };
  } catch {
    return {};
  }
}

const orientationOf = (value: unknown) =>
  typeof value === "number" && value > 1 && value <= 8 ? value : undefined;

/**
 * The local time of a photo. The library takes local times for UTC. It turns an impossible time,
 * such as the zeros of a camera without a clock, into another one, which the block does not
 * contain.
 */
function timeOf(
  photo: Partial<Record<string, unknown>> | undefined,
  block: { includes(text: string): boolean },
): string | undefined {
  const time = photo?.DateTimeOriginal;
  if (!(time instanceof Date) || !Number.isFinite(time.getTime())) return undefined;
  const [day, clock] = time.toISOString().slice(0, 19).split("T");
  if (!block.includes(`${day!.replaceAll("-", ":")} ${clock}`)) return undefined;
  const offset = photo?.OffsetTimeOriginal;
  const isOffset = typeof offset === "string" && /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset);
  return time.toISOString().slice(0, 19) + (isOffset ? offset : "");
}
