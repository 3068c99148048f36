/** What a verified token or API key says of the caller. */
export interface Claims {
  role: string;
  sub?: string;
  [claim: string]: unknown;
}
