/**
 * Imported by test files whose requests reach a provider: `npm test` configures the functions with a
 * stand-in of each, and another stack may have none.
 */
export {};
