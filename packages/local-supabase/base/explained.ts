/** The words for an error that ends a start: a full disk is named before what failed for it. */
export function explained(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (!said.includes("No space left on device")) return said;
  return "No space is left on the disk: make room, or name a folder on another disk in " +
    `LOCAL_DIR.\n${said}`;
}
