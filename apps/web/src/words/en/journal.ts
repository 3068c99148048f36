/** What the list of entries says. */
export const words = {
  views: "Other views of the journal",
  calendar: "Calendar",
  insights: "Your year",
};
