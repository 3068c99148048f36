/** The address by which a calendar app shows goals and windows. */
export const words = {
  title: "Calendar",
  name: "In your calendar app",
  text: "Give this address to your calendar app. It then shows the dates of your open goals, and " +
    "your workout windows of the next two weeks.",
  calendar: "My calendar",
  copyNow:
    "Copy it now. You see it only this once, and everyone who has it can read your calendar.",
  address: "Address",
  madeAt: ({ date }: { date: string }) =>
    `You made an address on ${date}. If you make a new one, it stops working.`,
  shownOnce: "You see the address only once.",
  make: "Make an address",
  makeNew: "Make a new address",
  end: "End the address",
  askEnd: "End the address?",
  askEndHint: "Your calendar apps then no longer get your goals and windows.",
  endIt: "End it",
  ended: "The address has ended",
};
