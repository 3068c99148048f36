/** What a verified token or API key says of the caller. */
export interface Claims {
  role: string;
  sub?: string;
  [claim: string]: unknown;
}

/** Answers a request of a caller whose claims are verified. */
export type ApiHandler = (request: Request, claims: Claims) => Promise<Response>;
