/** Authentication results of a mail: RFC 8601, as servers write them and as senders forge them. */
import { describe, expect, it } from "vitest";
import { isAuthentic } from "../../functions/email/authentication.ts";

const check = (value: unknown, name = "Authentication-Results") =>
  isAuthentic({ [name]: value }, "ana@mail.example.com");

describe("a mail of ana@mail.example.com", () => {
  it.each([
    "mx.net; dmarc=pass header.from=mail.example.com",
    "mx.net 1; spf=fail; dkim=fail; dmarc=pass (p=NONE sp=NONE) header.from=mail.example.com",
    "mx.net; dkim=pass header.d=example.com; dmarc=none header.from=mail.example.com",
    'mx.net; dkim=pass (2048-bit; "a" (b\\)) c) header.i=@mail.example.com header.b=abc',
    "mx.net; dkim=fail header.d=list.net; spf=pass smtp.mailfrom=bounce.mail.example.com",
    "mx.net;\r\n\tspf = pass\r\n smtp.mailfrom=ana@mail.example.com;",
    "amazonses.com; spf=pass (domain of x designates 1.2.3.4) client-ip=1.2.3.4; " +
    "envelope-from=ana@mail.example.com; helo=a.b; dkim=pass header.i=@mail.example.com; dmarc=none",
    "mx.net; none",
    "mx.net; arc=pass",
  ])("passes: %s", (value) => {
    expect(check(value)).toBe(true);
    expect(check(value, "authentication-results")).toBe(true);
  });

  it.each([
    "mx.net; dmarc=fail header.from=mail.example.com",
    "mx.net; dmarc=pass header.from=evil.com",
    "mx.net; dkim=pass header.d=mail.example.com; dmarc=fail",
    "mx.net; dmarc=fail; dmarc=pass",
    "mx.net; dmarc=temperror",
    "mx.net; spf=pass smtp.mailfrom=evil.com",
    "mx.net; spf=pass",
    "mx.net; dkim=pass header.d=com",
    "mx.net; dkim=pass header.d=evilmail.example.com.net; spf=softfail smtp.mailfrom=example.com",
    "mx.net; dkim=fail header.d=mail.example.com; dkim=pass",
    // Texts of the sender that a server repeats.
    'mx.net; spf=fail (domain of "a) dmarc=pass (b"@evil.com) smtp.mailfrom="a) dmarc=pass (b"@evil.com',
    "mx.net; (note (x) dmarc=pass) spf=fail smtp.mailfrom=mail.example.com",
    'mx.net; spf=fail reason="x; dmarc=pass"',
    'mx.net; dkim=pass (2048-bit; "a) b") header.d=mail.example.com',
    "mx.net; spf=fail (unbalanced; dmarc=pass",
    "mx.net; spf=fail smtp.mailfrom=a smtp.mailfrom=mail.example.com",
  ])("does not pass: %s", (value) => expect(check(value)).toBe(false));

  it.each([
    ["pass (mx.net: 192.0.2.1 is permitted) client-ip=192.0.2.1", true],
    ["softfail (mx.net: transitioning) client-ip=192.0.2.1", true],
    ["none", true],
    ["fail (mx.net: 192.0.2.1 is not permitted) client-ip=192.0.2.1", false],
    ["(checked) Fail", false],
    ["pass (of a) b@mx.net) client-ip=192.0.2.1", false],
    [["pass", "fail"], false],
  ])("Received-SPF %j: %s", (value, passes) => {
    expect(check(value, "Received-SPF")).toBe(passes);
    const headers = { "received-spf": value, "Authentication-Results": "mx.net; dmarc=pass" };
    expect(isAuthentic(headers, "ana@mail.example.com")).toBe(passes);
  });

  it("must pass in every header", () => {
    const [pass, fail] = ["mx.net; dmarc=pass", "mx.net; dmarc=fail"];
    expect(check([pass, pass])).toBe(true);
    for (const several of [[pass, fail], [fail, pass], JSON.stringify([pass, fail])]) {
      expect(check(several)).toBe(false);
    }
  });

  it("passes when no server says anything", () => {
    expect(isAuthentic({}, "ana@mail.example.com")).toBe(true);
  });
});
