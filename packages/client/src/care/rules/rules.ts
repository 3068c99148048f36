/**
 * Phrases of one language, in plain letters without marks (`a` for `ä`), each a piece of a regular
 * expression that begins a word. `~` stands for up to 45 characters of one sentence.
 */
export interface Rules {
  /** Danger, whatever else the sentence says. */
  danger: string[];
  /** Danger, unless the sentence tells of somebody else, of a story or of an accident. */
  told: string[];
  /** Words of death and life in the first person, unless the sentence has another subject. */
  broad: string[];
  /** Other subjects of such a sentence: people, animals, things, fears. */
  others: string[];
  /** Idioms, which are taken out of a sentence first. */
  calm: string[];
  /** Words of a story, of others and of accidents. */
  stories: string[];
}
