/** Draws pictures in the browser, and looks at their pixels. */
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { paint } from "../../../packages/stand-ins/png.ts";

/** A painted photo, as a file that somebody chooses. */
export const painted = (name: string) => ({
  name: `${name}.png`,
  mimeType: "image/png",
  buffer: Buffer.from(paint(name)),
});

/** A picture of two colours, left and right, as the browser draws it. */
export async function picture(page: Page, width: number, height: number) {
  const data = await page.evaluate(([width, height]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d")!;
    drawing.fillStyle = "#a00";
    drawing.fillRect(0, 0, width! / 2, height!);
    drawing.fillStyle = "#00a";
    drawing.fillRect(width! / 2, 0, width! / 2, height!);
    return canvas.toDataURL("image/png").split(",")[1]!;
  }, [width, height]);
  return { name: "me.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

/** Size and the colour in the middle of the picture at an address. */
export const seen = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext("2d")!;
    drawing.drawImage(image, 0, 0);
    const [red, , blue] = drawing.getImageData(image.width / 2, image.height / 2, 1, 1).data;
    return { width: image.width, height: image.height, colour: red! > blue! ? "red" : "blue" };
  }, url);
