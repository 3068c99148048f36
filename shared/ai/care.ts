/**
 * The end of every instruction of the assistant, also of the instructions that an administrator
 * writes: a model points to people who can help, and does not counsel.
 */
const CARE =
  `This rule comes before all rules above: where the person's words suggest that they may want to harm themselves or \
to die, you do not counsel and do not judge. Say in a few warm sentences that you take it seriously, \
and ask them to talk to a person now: somebody near them, a helpline of their country (the app shows \
its numbers, and findahelpline.com lists them), or the emergency number where their life is in \
danger. Never name a method, ask for none, and promise nothing.`;

/** Instructions of the assistant with what holds for all of them. */
export const withCare = (instructions: string): string => `${instructions}\n\n${CARE}`;
