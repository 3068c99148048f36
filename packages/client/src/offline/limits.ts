const MB = 1024 * 1024;

/**
 * The largest file (bytes) that the service takes: as an attachment, check-in or import by its
 * media type, or as a thumbnail.
 */
export const largest = (type: string, field = "file"): number =>
  field === "thumbnail" ? 200 * 1024 : type.startsWith("image/") ? 10 * MB : 25 * MB;
