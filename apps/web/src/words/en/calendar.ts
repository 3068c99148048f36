/** What the calendar of the journal says. */
export const words = {
  title: "Calendar",
  back: "Journal",
  goTo: "Go to a day",
  nothing: "You wrote nothing on this day.",
};
