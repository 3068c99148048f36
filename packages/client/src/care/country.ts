/** The country in which this device is, as far as it says: nothing leaves the device for it. */

/** Zones of the countries whose helplines are known here, without their part of the world. */
const zones: Record<string, string> = {
  AR: "Buenos_Aires Cordoba Salta Mendoza Tucuman Jujuy Ushuaia",
  AT: "Vienna",
  AU: "Sydney Melbourne Brisbane Perth Adelaide Hobart Darwin Canberra",
  BE: "Brussels",
  BR: "Sao_Paulo Bahia Fortaleza Recife Manaus Belem Cuiaba Campo_Grande Porto_Velho Rio_Branco",
  CA: "Toronto Vancouver Montreal Edmonton Winnipeg Halifax St_Johns Regina Moncton Whitehorse",
  CH: "Zurich",
  DE: "Berlin Busingen",
  ES: "Madrid Canary Ceuta",
  FR: "Paris",
  GB: "London Belfast",
  IE: "Dublin",
  IT: "Rome",
  LI: "Vaduz",
  MX: "Mexico_City Tijuana Monterrey Merida Cancun Hermosillo Chihuahua Mazatlan",
  NL: "Amsterdam",
  NZ: "Auckland Chatham",
  PT: "Lisbon Madeira Azores",
  US: "New_York Detroit Chicago Denver Phoenix Los_Angeles Anchorage Honolulu Boise Indianapolis",
};

/**
 * By the zone of the clock, because people keep their language when they move; else by the region of
 * the language. Empty where neither says it.
 */
export function deviceCountry(
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  const city = zone?.split("/").pop() ?? "";
  const found = Object.keys(zones).find((code) => zones[code]!.split(" ").includes(city));
  if (found) return found;
  for (const language of languages) {
    const region = /-([A-Z]{2})\b/.exec(language)?.[1];
    if (region) return region;
  }
  return "";
}
