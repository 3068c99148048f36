const expo = require("jest-expo/jest-preset");

/** Packages that are ES modules alone. */
const modules = ["openapi-fetch", "eventsource-parser", "idb", "whatwg-fetch", "@noble"];
const [ignored, ...others] = expo.transformIgnorePatterns;

const source = "\\.[jt]sx?$";
const [transformer, options] = expo.transform[source];
const cacheDirectory = "<rootDir>/node_modules/.cache/jest";

module.exports = {
  testTimeout: 60_000 * Number(process.env.SLOWNESS ?? 1),
  projects: [
    {
      displayName: "phone",
      cacheDirectory,
      preset: "jest-expo",
      testMatch: ["<rootDir>/tests/phone/*.test.ts?(x)"],
      setupFiles: ["<rootDir>/tests/phone/platform.ts"],
      transform: {
        ...expo.transform,
        [source]: [transformer, {
          ...options,
          plugins: [require.resolve("./tests/phone/dynamic-imports.js")],
        }],
      },
      transformIgnorePatterns: [
        ignored.replace("(?!(", `(?!(${modules.join("|")}|`),
        ...others,
      ],
    },
    {
      displayName: "web",
      cacheDirectory,
      testEnvironment: "node",
      testMatch: ["<rootDir>/tests/web/*.test.ts"],
      transform: { [source]: expo.transform[source] },
    },
  ],
};
