export const words = {
  cancel: "Cancel",
  save: "Save",
  tryAgain: "Try again",
  delete: "Delete",
  discard: "Discard",
  send: "Send",
  today: "Today",
  you: "You",
  close: "Close",
  journal: "Journal",
  showMore: "Show more",
  notAPerson: "Not a person",
};
