/**
 * Pictures come from the service's own storage alone. A profile may name any picture on the web, and
 * the host of such a picture would learn who looks at the profile, and when.
 */
const STORAGE = `${globalThis.journalService.url.replace(/\/$/, "")}/storage/v1/object/`;

/** The address of a picture of the service; undefined for others. */
export const ownPicture = (address: string | null): string | undefined =>
  address?.startsWith(STORAGE) ? address : undefined;

/** The browser refuses all others too. The build does not know the service: `config.js` names it. */
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = `img-src 'self' blob: data: ${STORAGE}`;
document.head.append(policy);
