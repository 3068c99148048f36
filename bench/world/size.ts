/** How large a world is, and who stands out in it. */

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
}

export function sizeOf(users: number, differences: Partial<Size> = {}): Size {
  const share = users < 1_000_000 ? 1 : 0.1;
  return {
    users,
    share,
    entries: 10 * share,
    heavyEntries: 100_000,
    now: new Date(),
    ...differences,
  };
}

/** Numbers users: user 7 has the same id in every database. */
export const userId = (n: number) => `b0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Numbers of users, for `userId`: with few rows, with about as many as most, and with the most. */
export const light = ({ users }: Pick<Size, "users">): number => users - 20;
export const median = ({ users }: Pick<Size, "users">): number => users / 2;
export const heavy = 0;

/** A super admin, and the user whom everybody sends drops to and mentions. */
export const admin = 1;
export const famous = 2;

/** Synthetic users come after the others. */
export const synthetic = ({ users }: Size): number => Math.max(2, users / 1000);

/** Users who have one of something that few have: one in `of` when all have a year of use. */
export const every = ({ share }: Size, of: number): number => Math.round(of / share);

export const teamSize = 8;
export const organizationSize = 40;
/** Organizations beside the small ones; every user belongs to at most one of them. */
export const largeOrganizations = ({ users }: Size): number =>
  Math.min(3, Math.max(1, Math.floor(users / 10_000)));
/** One in so many users belongs to the large organization with the number of the remainder. */
export const largeOrganizationStep = ({ users }: Size): number =>
  Math.max(1, Math.floor(users / 10_000));
