// Made by `npm run types` from the migrations.

/** The languages of users. */
export const languages = ["en", "de", "es", "fr", "it", "nl", "pt"] as const;
