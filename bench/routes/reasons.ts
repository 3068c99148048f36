/** Operations that may miss a bar at some size, each with its reason. */
export const reasons: Record<string, string> = {
  getAdminHealth: "counts what waits for each job, up to 10,000 rows of a queue",
  getInsights: "counts the days, moods and words of a year, of up to 5,000 entries",
  exportAccount: "reads everything that the user has, in statements of one page each",
  exportMarkdown: "reads all entries, in statements of 25 each",
  listNotifications: "counts all unread ones, 20,000 of the user whom everybody mentions",
  deleteAccount: "erases a person from every table",
  deleteWorkoutAiUser: "erases an account from every table",
  generateWorkoutAiUsers: "creates ten accounts with windows, and their chains after its answer",
  toggleWorkoutAiUser: "generates the chains of a location after its answer",
  getWorkoutMosaic: "answers with up to 10,000 tiles and the names of those in them",
  generateWorkoutMosaic: "draws up to 10,000 participants of a date, which a job does otherwise",
};

/** Reads that sign the addresses of photos: the local Storage reads each file by a statement. */
export const signing = new Set([
  "getWorkoutCheckIn",
  "getWorkoutChain",
  "getMyWorkoutWindow",
  "getSharedEntry",
  "getWorkoutSquad",
  "listFlaggedWorkoutCheckIns",
  "listWorkoutCheckIns",
  "listWorkoutDays",
]);
