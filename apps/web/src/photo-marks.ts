/** Photos among the text of an entry. */

/**
 * The addresses of photos by their ids, in the order of the entry. An address that is not known yet
 * is empty.
 */
export type Photos = ReadonlyMap<string, { src: string; small: string }>;

/** The Markdown of a photo among the text: Markdown's own picture, with the id of the attachment. */
export const markOf = (id: string): string => `![](attachment:${id})`;

/** Whether a text shows a photo. */
export const isInText = (text: string | null, id: string): boolean =>
  text?.includes(`](attachment:${id})`) ?? false;

/** The text without a photo. */
export const withoutPhoto = (text: string, id: string): string =>
  text.replace(new RegExp(`!\\[[^\\]\\n]*\\]\\(attachment:${id}\\)\\n?`, "g"), "");
