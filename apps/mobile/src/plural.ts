/** Numbers in sentences. Hermes has no `Intl.PluralRules`, so the languages of the app stand here. */
type Forms = { other: string; one?: string; many?: string };

/** Languages that count 0 as one. */
const zeroIsOne = ["fr", "pt"];

export const pluralOf = (language: string) => ({
  number: (value: number): string => value.toLocaleString(language),
  plural: (count: number, { one, other }: Forms): string =>
    (count === 1 || count === 0 && zeroIsOne.includes(language) ? one : undefined) ?? other,
});
