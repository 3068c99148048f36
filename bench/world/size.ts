/** The size of a world, and the users who stand out in it. */

export interface Size {
  users: number;
  /** The part of a year of use that each user has: all of it, a tenth from a million users on. */
  share: number;
  /** Entries of each user, on average. */
  entries: number;
  /** Entries of the heavy user; 0 for as many as its place among the users gives. */
  heavyEntries: number;
  /** The time of the load; a year of use ends there. */
  now: Date;
  /** Of every account; letters, digits and hyphens. */
  password: string;
}

export function sizeOf(users: number, differences: Partial<Size> = {}): Size {
  const share = users < 1_000_000 ? 1 : 0.1;
  return {
    users,
    share,
    entries: 10 * share,
    heavyEntries: 100_000,
    now: new Date(),
    password: "bench-password",
    ...differences,
  };
}

/** Numbers users: user 7 has the same id in every database. */
export const userId = (n: number) => `b0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/**
 * Numbers of users, for `userId`: with few rows, a median number, the most, and the user to whom
 * everybody sends drops and whom they mention. User 1 is a super admin.
 */
export const standOut = (users: number) => ({
  light: users - 20,
  median: users / 2,
  heavy: 0,
  famous: 2,
});
