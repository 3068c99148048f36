/** A service that listens to people in crisis. */
export interface Helpline {
  name: string;
  /** As people dial it within the country. */
  phone: string;
  /** Where it also takes messages, the number for them. */
  text?: string;
  /** When it answers, where that is not always: `10:00-24:00`, local time. */
  hours?: string;
  /** The site of the service, which is the source of the numbers. */
  source: string;
  /**
   * The day (YYYY-MM-DD) on which somebody last compared the numbers with copies of public pages
   * that name them. Nobody has called the number.
   */
  looked_at: string;
}

export interface Helplines {
  /** The code of the country (ISO 3166-1), in capitals. */
  country: string;
  /** The emergency number; null where it is not known here. */
  emergency: string | null;
  /** Empty for a country without a line here. */
  lines: Helpline[];
  /** A directory of lines in all countries. */
  directory: string;
}

const DIRECTORY = "https://findahelpline.com";

/** All numbers were compared on this day. */
const LOOKED_AT = "2026-11-29";

const line = (
  name: string,
  phone: string,
  source: string,
  more: Pick<Helpline, "text" | "hours"> = {},
): Helpline => ({ name, phone, ...more, source, looked_at: LOOKED_AT });

const samaritans = line("Samaritans", "116 123", "https://www.samaritans.org");
const dargebotene = line("Die Dargebotene Hand / La Main Tendue", "143", "https://www.143.ch");

const lines: Record<string, Helpline[]> = {
  AR: [line("Centro de Asistencia al Suicida", "135", "https://www.casbuenosaires.com.ar")],
  AT: [line("TelefonSeelsorge", "142", "https://www.telefonseelsorge.at")],
  AU: [line("Lifeline", "13 11 14", "https://www.lifeline.org.au", { text: "0477 13 11 14" })],
  BE: [
    line("Zelfmoordlijn", "1813", "https://www.zelfmoord1813.be"),
    line("Centre de Prévention du Suicide", "0800 32 123", "https://www.preventionsuicide.be"),
  ],
  BR: [line("CVV", "188", "https://cvv.org.br")],
  CA: [line("9-8-8", "988", "https://988.ca", { text: "988" })],
  CH: [dargebotene],
  DE: [
    line("TelefonSeelsorge", "0800 1110111", "https://www.telefonseelsorge.de"),
    line("TelefonSeelsorge", "0800 1110222", "https://www.telefonseelsorge.de"),
    line("TelefonSeelsorge", "116 123", "https://www.telefonseelsorge.de"),
  ],
  ES: [
    line("Línea 024", "024", "https://www.sanidad.gob.es/linea024"),
    line("Teléfono de la Esperanza", "717 003 717", "https://telefonodelaesperanza.org"),
  ],
  FR: [line("3114", "3114", "https://3114.fr")],
  GB: [samaritans],
  IE: [samaritans],
  IT: [
    line("Telefono Amico Italia", "02 2327 2327", "https://www.telefonoamico.it", {
      hours: "10:00-24:00",
    }),
  ],
  LI: [dargebotene],
  MX: [line("Línea de la Vida", "800 911 2000", "https://www.gob.mx/salud/conadic")],
  NL: [
    line("113 Zelfmoordpreventie", "113", "https://www.113.nl"),
    line("113 Zelfmoordpreventie", "0800 0113", "https://www.113.nl"),
  ],
  NZ: [line("1737", "1737", "https://1737.org.nz", { text: "1737" })],
  PT: [
    line("Linha Nacional de Prevenção do Suicídio", "1411", "https://www.sns24.gov.pt"),
    line("SOS Voz Amiga", "213 544 545", "https://www.sosvozamiga.org", { hours: "15:30-00:30" }),
  ],
  US: [line("988 Suicide & Crisis Lifeline", "988", "https://988lifeline.org", { text: "988" })],
};

/** Countries by their emergency number. 112 is that of the European Union, and of other countries. */
const emergencies: Record<string, string> = {
  "112":
    "AD AL AM AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GE GL GP GR HR HU IE IN IS IT LI LT " +
    "LU LV MC MD ME MK MQ MT NL NO PL PT RE RO RS RU SE SI SK SM TR UA VA XK ZA",
  "911": "AR CA CR DO EC MX PA PH PR PY SV US UY VE",
  "999": "BD GB GG HK IM JE KE MY QA SG",
  "000": "AU",
  "111": "NZ",
  "119": "JP KR",
  "120": "CN",
  "123": "CO",
  "192": "BR",
};

const emergencyOf = new Map(
  Object.entries(emergencies).flatMap(([number, countries]) =>
    countries.split(" ").map((country): [string, string] => [country, number])
  ),
);

/** The countries of which lines are known, by their codes (ISO 3166-1). */
export const countriesWithLines: string[] = Object.keys(lines);

/**
 * The helplines of a country by its code (ISO 3166-1, as `DE`), with its emergency number. A country
 * without a line here has the emergency number, where that is known, and the directory.
 */
export function helplines(country: string): Helplines {
  const code = country.toUpperCase();
  return {
    country: code,
    emergency: emergencyOf.get(code) ?? null,
    lines: lines[code] ?? [],
    directory: DIRECTORY,
  };
}
