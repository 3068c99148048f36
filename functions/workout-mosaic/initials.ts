/** A letter or digit that the font has. */
const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]/u;

/**
 * Up to two letters for a person: the first ones of the first and the last word of the name. A name
 * in a script that the font does not have gives way to the handle.
 */
export function initialsOf(fullName: string | null, handle: string): string {
  const words = (fullName ?? "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.filter((word) => drawable.test(word)).map(([letter]) => letter!);
  const [first, last] = [letters[0], letters.length > 1 ? letters.at(-1)! : ""];
  return [...(first ? first + last : handle.replace("_", "").slice(0, 2))]
    .map((letter) => [...letter.toUpperCase()][0]).join("");
}
