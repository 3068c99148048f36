import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";

/** The fields that a client may set on an object that it creates, possibly offline. */
export const clientMade = {
  id: f.absentIfNull(f.uuid).openapi({
    description: "A UUID made by the client; without one the service makes it. When the caller " +
      "has created the object before, the answer is 200 with the stored object.",
    example: null,
  }),
  written_at: f.absentIfNull(f.timestamp).openapi({
    description:
      "When it was written on the device, from the year 1000 to five minutes ahead of the " +
      "service's clock; default now. Lists sort by it.",
  }),
};

/** The refusal to create a deleted object again. */
export const deletedBefore = {
  410: {
    description: "The caller has created an object with this `id` before, and it was deleted.",
    codes: ["deleted"],
    example: "What had this id was deleted",
  },
} as const;

/** The 409 of a route whose objects have a quota. */
export const quotaReached = {
  409: {
    description:
      "The `id` belongs to something else, or the caller has as many as the quota allows.",
    codes: ["quota_reached", "id_taken"],
    example: "At most 1000 goals, delete some first",
  },
} as const;

/** `version` in answers. */
export const version = z.int().openapi({
  description: "Grows with every change of what its owner writes. `If-Match` takes it, in " +
    "quotation marks.",
  example: 3,
});

/** `written_at` in answers. */
export const writtenAt = f.timestamp.openapi({
  description: "When it was written, as the client says; lists sort by it.",
});
