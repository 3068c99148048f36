/** Adds the languages to app.json, with the sentences by which iOS asks for permissions. */
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const folder = join(__dirname, "words");
const languages = readdirSync(folder).map((file) => file.split(".")[0]);

/** The sentences of a language. */
function asking(language, app) {
  const { permissions } = JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"));
  const said = (message) => message.replace("{app}", app);
  return {
    ios: {
      NSPhotoLibraryUsageDescription: said(permissions.photos),
      NSCameraUsageDescription: said(permissions.camera),
    },
  };
}

module.exports = ({ config }) => ({
  ...config,
  plugins: [...config.plugins, ["expo-localization", { supportedLocales: languages }]],
  locales: Object.fromEntries(languages.map((each) => [each, asking(each, config.name)])),
});
