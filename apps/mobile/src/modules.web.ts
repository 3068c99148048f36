/** The modules of a browser that the client uses; the browser itself keeps values and files. */
import * as Crypto from "expo-crypto";
import * as Linking from "expo-linking";
import * as Network from "expo-network";
import { AppState, Platform } from "react-native";

export const modules = { AppState, Crypto, Linking, Network, Platform };
