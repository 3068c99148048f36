import type { Calculator } from "./calculator.ts";
import { coil } from "./coil.ts";
import { electrolysis } from "./electrolysis.ts";
import { impedance } from "./impedance.ts";
import { plasma } from "./plasma.ts";
import { pulsedDc } from "./pulsed-dc.ts";
import { resonance } from "./resonance.ts";

/** The calculators of the lab. */
export const calculators: readonly Calculator[] = [
  resonance,
  coil,
  impedance,
  electrolysis,
  pulsedDc,
  plasma,
];

/** The calculator with this id, if there is one. */
export const calculatorById = (id: string): Calculator | undefined =>
  calculators.find((calculator) => calculator.id === id);
