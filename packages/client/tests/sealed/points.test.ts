/** Points of the curves: keys and signatures that implementations take in different ways. */
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { type Bytes, fromBase64url, joined, random, utf8 } from "../../src/sealed/bytes.ts";
import { newEnrolment } from "../../src/sealed/enrolment.ts";
import { isAgreementKey, isVerifyingKey } from "../../src/sealed/points.ts";
import { isSigned, verifyingKey } from "../../src/sealed/primitives.ts";
import { person } from "./people.ts";
import { describePlatforms } from "./platforms.ts";

describe("public keys", () => {
  const { Point } = ed25519;

  it("all points of small order are refused, in all their forms", () => {
    const order = Point.Fn.ORDER;
    // A point outside of the main group; times the order, it has order 8.
    let torsion = Point.ZERO;
    for (let y = 2n; torsion.double().double().is0(); y++) {
      try {
        torsion = Point.fromBytes(numberToBytesLE(y, 32)).multiplyUnsafe(order - 1n)
          .add(Point.fromBytes(numberToBytesLE(y, 32)));
      } catch {
        // No point has this coordinate.
      }
    }
    const points = Array.from(
      { length: 8 },
      (_, n) => n ? torsion.multiplyUnsafe(BigInt(n)) : Point.ZERO,
    );
    expect(new Set(points.map((point) => point.toHex())).size).toBe(8);
    const p = 2n ** 255n - 19n;
    for (const point of points) {
      const bytes = point.toBytes() as Bytes;
      expect(isVerifyingKey(bytes)).toBe(false);
      // The neutral point has no other coordinate.
      if (point.is0()) continue;
      expect(isAgreementKey(ed25519.utils.toMontgomery(bytes) as Bytes)).toBe(false);
    }
    for (const value of [0n, 1n, p - 1n, p, p + 1n]) {
      for (const sign of [0n, 2n ** 255n]) {
        const bytes = numberToBytesLE(value + sign, 32) as Bytes;
        expect([isVerifyingKey(bytes), isAgreementKey(bytes)]).toEqual([false, false]);
      }
    }
  });

  it("a key is refused exactly when it gives no secret", () => {
    const givesZeros = (bytes: Uint8Array) => {
      try {
        return x25519.getSharedSecret(random(32), bytes).every((byte) => !byte);
      } catch {
        return true;
      }
    };
    const coordinates = [0, 1, 0xec, 0xed, 0xee].map((low) =>
      Uint8Array.of(low, ...new Uint8Array(30).fill(low > 1 ? 0xff : 0), low > 1 ? 0x7f : 0)
    ).concat(
      ["4Ot6fDtBuK4WVuP68Z_EatoJjeucMrH9hmIFFl9JuAA", "X5yVvKNQjCSx0LFVnIPvWwREXMRYHI6G2CJO3dCfEVc"]
        .map((text) => fromBase64url(text)),
    );
    for (const bytes of coordinates) expect(givesZeros(bytes)).toBe(true);
    for (let n = 0; n < 20; n++) {
      const bytes = random(32);
      expect(isAgreementKey(bytes)).toBe(!givesZeros(bytes));
    }
  });
});

describePlatforms(() => {
  it("a signature outside of the main group counts nowhere", async () => {
    const { Point } = ed25519;
    const seed = random(32);
    const { scalar, prefix, pointBytes } = ed25519.utils.getExtendedPublicKey(seed);
    const text = utf8("a text");
    const { Fn } = Point;
    const r = Fn.create(bytesToNumberLE(sha512(joined(prefix, text))));
    const small = Point.fromBytes(fromBase64url("JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU"));
    const sign = (point: typeof small) => {
      const R = Point.BASE.multiply(r).add(point).toBytes();
      const k = Fn.create(bytesToNumberLE(sha512(joined(R, pointBytes, text))));
      return joined(R, numberToBytesLE(Fn.create(r + k * scalar), 32));
    };
    const key = await verifyingKey(pointBytes as Bytes);
    expect(await isSigned(key, text, sign(Point.ZERO))).toBe(true);
    expect(ed25519.verify(sign(small), text, pointBytes, { zip215: false })).toBe(true);
    expect(await isSigned(key, text, sign(small))).toBe(false);
  });

  it("private keys cannot be extracted", async () => {
    const { agreement, signing } = await person();
    expect([agreement.privateKey.extractable, signing.extractable]).toEqual([false, false]);
    const device = await newEnrolment();
    expect(device.keys.privateKey.extractable).toBe(false);
  });
});
