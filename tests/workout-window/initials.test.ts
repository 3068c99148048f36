/** The letters that stand for a person in a mosaic. */
import { expect, it } from "vitest";
import { initialsOf } from "../../functions/workout-mosaic/initials.ts";

it.each([
  ["Ana María Ruiz", "AR"],
  ["ana", "A"],
  ["Жанна Орлова", "ЖО"],
  ["Ωmega Ψ", "ΩΨ"],
  ["  (Ben)  de la-Cruz ", "BC"],
  ["e\u0301va", "É"],
  ["ßen", "S"],
  // Words in scripts that the font does not have are left out.
  ["李明 Li", "L"],
  ["李明", "HA"],
  ["🙂", "HA"],
  [null, "HA"],
])("of %j are %s", (name, initials) => {
  expect(initialsOf(name, "ha_ndle")).toBe(initials);
});
