/** The modules of a browser that the client uses; the browser itself keeps values, files and keys. */
import { setStringAsync } from "expo-clipboard";
import * as Crypto from "expo-crypto";
import * as Linking from "expo-linking";
import { getLocales } from "expo-localization";
import * as Network from "expo-network";
import { AppState, Platform } from "react-native";
import type { Secrets } from "./sealed-modules";

export const modules = { AppState, Crypto, Linking, Network, Platform };

export const copy = (text: string): Promise<unknown> => setStringAsync(text);

/** The codes of the languages that the person reads, the preferred first. */
export const languages = (): string[] => getLocales().map(({ languageCode }) => languageCode ?? "");

export const secrets: Secrets = {};
