/**
 * Addresses that users and programs give, to which the service sends requests: they lead to public
 * https servers, and never into a private network.
 */
import { env } from "./env.ts";
import { badField } from "./errors.ts";
import { log } from "./log.ts";

/** Public suffixes with names that cannot be the host of an address: RFC 7686, 3172. */
const SPECIAL = ["onion", "arpa"];

async function isPublicName(host: string): Promise<boolean> {
  // The list is loaded here, because it takes a while and few requests need it.
  const { parse } = await import("tldts");
  const labels = host.split(".");
  return labels.length > 1 && labels.every(Boolean) && parse(host).isIcann === true &&
    !SPECIAL.includes(labels.at(-1)!);
}

const ownHosts = (): (string | undefined)[] =>
  ["SUPABASE_URL", "SITE_URL", "PUBLIC_FUNCTIONS_URL"]
    .map((name) => URL.parse(env(name) ?? "")?.hostname);

let isWarned = false;
function warn(): void {
  if (!isWarned) log("warn", "this runtime does not look up names, no address is checked");
  isWarned = true;
}

/** Looks up addresses of a host. */
export type Resolve = (
  host: string,
  type: "A" | "AAAA",
  options: { signal: AbortSignal },
) => Promise<string[]>;

/**
 * The rules for addresses in `field`. The operator exempts the origins of `variable`, which may use
 * http.
 */
export function outside(variable: string, field: string) {
  const refused = (message: string) => badField(field, message);
  const isExempt = ({ origin }: URL): boolean =>
    (env(variable) ?? "").split(",").some((each) => each.trim() === origin);

  /**
   * The address as it is stored: parsed as browsers do (WHATWG), which makes a number in any
   * notation an IP address, and without a final dot of the host.
   *
   * The name of its host ends in a suffix of the Public Suffix List (https://publicsuffix.org),
   * whose part of ICANN has those of all public names. So names that only a private network or a
   * machine itself resolves, such as `db.corp` or `kubernetes.default.svc`, are refused.
   *
   * @throws {HttpError} 400 about the field.
   */
  async function address(text: string): Promise<string> {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) throw refused("expected an https address");
    url.hostname = url.hostname.replace(/\.$/, "");
    if (url.username || url.password) throw refused("must not have a user or a password");
    if (url.href.includes("#")) throw refused("must not have a fragment");
    if (url.href.length > 2048) throw refused("expected at most 2048 characters");
    if (isExempt(url)) return url.href;
    if (url.protocol !== "https:") throw refused("expected an https address");
    if (url.port) throw refused("expected port 443");
    if (!await isPublicName(url.hostname)) throw refused("expected the name of a public host");
    if (ownHosts().includes(url.hostname)) throw refused("must not lead to this service");
    return url.href;
  }

  /**
   * Whether the host of an address has public addresses alone. True for an exempt origin, and where
   * the runtime lets nobody look up, which is logged once. The connection looks the name up again,
   * and a name server may answer differently then: this check does not cover that.
   *
   * @throws {Error} when the host cannot be looked up.
   */
  async function leadsOutside(
    url: URL,
    signal: AbortSignal,
    resolve: Resolve | undefined = globalThis.Deno?.resolveDns as Resolve | undefined,
  ): Promise<boolean> {
    if (isExempt(url)) return true;
    const found = resolve && await Promise.all(
      (["A", "AAAA"] as const).map((type) =>
        resolve(url.hostname, type, { signal }).catch((error) => {
          if (error.name === "NotFound") return [];
          if (["NotCapable", "NotSupported", "PermissionDenied"].includes(error.name)) {
            return undefined;
          }
          throw error;
        })
      ),
    );
    if (!found || found.includes(undefined)) {
      warn();
      return true;
    }
    const { default: ipaddr } = await import("ipaddr.js");
    const isGlobal = (address: string): boolean => {
      const parsed = ipaddr.parse(address);
      return parsed.range() === "unicast" &&
        (parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3")));
    };
    const addresses = found.flat() as string[];
    return addresses.length > 0 && addresses.every(isGlobal);
  }

  return { address, leadsOutside };
}
