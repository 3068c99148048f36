/** The modules of a phone that the client uses. */
import { setStringAsync } from "expo-clipboard";
import * as Crypto from "expo-crypto";
import * as FileSystem from "expo-file-system";
import * as Linking from "expo-linking";
import { getLocales } from "expo-localization";
import * as Network from "expo-network";
import * as Notifications from "expo-notifications";
import * as SecureStore from "expo-secure-store";
import * as SQLite from "expo-sqlite";
import { AppState, Platform, TurboModuleRegistry } from "react-native";
import type { Secrets } from "./sealed-modules";

export const modules = {
  AppState,
  Crypto,
  FileSystem,
  Linking,
  Network,
  Notifications,
  Platform,
  SQLite,
};

export const copy = (text: string): Promise<unknown> => setStringAsync(text);

/** The codes of the languages that the person reads, the preferred first. */
export const languages = (): string[] => getLocales().map(({ languageCode }) => languageCode ?? "");

export const secrets: Secrets = {
  SecureStore,
  async quickCrypto() {
    // Expo Go lacks its native part, and importing it would end the app there.
    return TurboModuleRegistry.get("NitroModules")
      ? await import("react-native-quick-crypto")
      : null;
  },
};
