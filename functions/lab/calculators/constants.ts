/** Constants of nature in SI units: CODATA 2018, NIST Special Publication 961 (2019). */

/** Permeability of free space (H/m). */
export const MU_0 = 1.25663706212e-6;

/** Charge of a mole of electrons (C/mol). */
export const FARADAY = 96485.33212;

/** Molar gas constant (J/(mol K)). */
export const GAS_CONSTANT = 8.314462618;
