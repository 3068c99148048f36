/** Photos that the user has chosen on one screen, for the entry that the next screen begins. */

/** The types of photos that the service takes. A phone turns its own formats into JPEG. */
export const PHOTOS = "image/jpeg,image/png,image/gif,image/webp";

let chosen: Blob[] = [];

export const giveFiles = (files: Blob[]): void => void (chosen = files);

export function takeFiles(): Blob[] {
  const taken = chosen;
  chosen = [];
  return taken;
}
