/** What a month of a calendar says. */
export const words = {
  before: "The month before",
  after: "The month after",
};
