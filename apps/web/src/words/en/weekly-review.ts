/** The two ways of the weekly review, in the profile. */
export const words = {
  title: "Your week, on Mondays",
  inApp: "Tell me how my week was",
  inAppHint: "A notification with your entries, words and days of writing.",
  byMail: "Send me my week by mail",
  byMailHint: "Also names your most frequent moods. It never has text of your entries.",
};
