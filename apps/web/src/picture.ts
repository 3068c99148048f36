/** Making pictures on the device. */

/** As WebP, or where the browser cannot write that, as JPEG. */
export async function fileOf(canvas: HTMLCanvasElement, quality = 0.9): Promise<Blob> {
  const as = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const picture = await as("image/webp");
  return picture?.type === "image/webp" ? picture : (await as("image/jpeg"))!;
}

/** Its longer side, in pixels; such a picture has far less than the 200 kB that the service takes. */
const THUMBNAIL = 480;

/** A small copy of a photo, upright; undefined of one that this browser cannot read. */
export async function thumbnailOf(photo: Blob): Promise<Blob | undefined> {
  const image = await createImageBitmap(photo).catch(() => undefined);
  if (!image) return undefined;
  const scale = Math.min(1, THUMBNAIL / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const drawing = canvas.getContext("2d")!;
  // A JPEG knows no transparency.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return await fileOf(canvas, 0.8);
}
