/** The claims of the caller in a verified token or API key. */
export interface Claims {
  role: string;
  sub?: string;
  [claim: string]: unknown;
}

/** Answers a request of a caller whose claims are verified. */
export type ApiHandler = (request: Request, claims: Claims) => Promise<Response>;
