/** Photos that somebody has chosen on one screen, for the entry that the next one begins. */

/** What the service takes. A phone makes a JPEG of a photo in a format of its own. */
export const PHOTOS = "image/jpeg,image/png,image/gif,image/webp";

let chosen: Blob[] = [];

export const giveFiles = (files: Blob[]): void => void (chosen = files);

export function takeFiles(): Blob[] {
  const taken = chosen;
  chosen = [];
  return taken;
}
