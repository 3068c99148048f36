const expo = require("jest-expo/jest-preset");

/** Packages that are ES modules alone. */
const modules = ["openapi-fetch", "eventsource-parser", "idb", "whatwg-fetch"];
const [ignored, ...others] = expo.transformIgnorePatterns;

module.exports = {
  testTimeout: 60_000,
  projects: [
    {
      displayName: "phone",
      preset: "jest-expo",
      testMatch: ["<rootDir>/tests/phone/*.test.ts?(x)"],
      setupFiles: ["<rootDir>/tests/phone/platform.ts"],
      transformIgnorePatterns: [
        ignored.replace("(?!(", `(?!(${modules.join("|")}|`),
        ...others,
      ],
    },
    {
      displayName: "web",
      testEnvironment: "node",
      testMatch: ["<rootDir>/tests/web/*.test.ts"],
      transform: { "\\.[jt]sx?$": expo.transform["\\.[jt]sx?$"] },
    },
  ],
};
