/** The interface of every stand-in. */
export interface StandIn {
  /** Environment variables: base address and credentials, for the functions and the tests. */
  env: Record<string, string>;
  stop(): Promise<void>;
}
