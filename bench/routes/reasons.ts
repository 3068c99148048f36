/** Operations that miss a bar at some size, and why they may. */
export const reasons: Record<string, string> = {
  getAdminHealth: "counts what waits for each job, up to 10,000 rows of a queue",
  exportAccount: "reads everything that the user has, in statements of one page each",
  exportMarkdown: "reads all entries, in statements of 25 each",
  listEntries: "answers with 50 entries, each with author, notebook, counts and first photo",
  getStreaks: "answers with the streaks of all goals, of which a user may have a thousand",
  listNotifications: "counts all unread ones, 20,000 of the user whom everybody mentions",
  getSharedEntry: "counts the view against two limits, and signs each file of the entry",
  deleteAccount: "erases a person from every table",
  deleteWorkoutAiUser: "erases an account from every table",
  generateWorkoutAiUsers: "creates ten accounts with windows, and their chains after its answer",
  listWorkoutCheckIns: "signs up to five photos, each by two statements of the local Storage",
  toggleWorkoutAiUser: "generates the chains of a location after its answer",
  getWorkoutBattle: "answers with the names of the 200 best members of each team",
  getWorkoutMosaic: "answers with up to 10,000 tiles and the names of those in them",
  generateWorkoutMosaic: "draws up to 10,000 participants of a date, which a job does otherwise",
  listUsers: "answers with 50 users, each with the totals of its use",
  listTonePacks: "answers with up to 200 packs and all their images",
  getWorkoutChain: "signs up to five photos, each by two statements of the local Storage",
  getMyWorkoutWindow: "signs the photo of a check-in, by two statements of the local Storage",
  getWorkoutSquad: "signs up to three photos, each by two statements of the local Storage",
  getBadges: "looks up 50 people at random, whose pages are in memory only while users are few",
  shareTonePack:
    "looks up an address at random, whose pages are in memory only while users are few",
};

/** Reads that sign the addresses of photos: the local Storage reads each file by a statement. */
export const signing = new Set([
  "getWorkoutCheckIn",
  "getWorkoutChain",
  "getMyWorkoutWindow",
  "getWorkoutSquad",
  "listFlaggedWorkoutCheckIns",
  "listWorkoutCheckIns",
  "listWorkoutDays",
]);
