/** What every stand-in has. */
export interface StandIn {
  /** What points the functions at it, and its credentials. The tests find it by the same names. */
  env: Record<string, string>;
  stop(): Promise<void>;
}
