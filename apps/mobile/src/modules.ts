/** The modules of a phone that the client uses. */
import * as Crypto from "expo-crypto";
import * as FileSystem from "expo-file-system";
import * as Linking from "expo-linking";
import * as Network from "expo-network";
import * as Notifications from "expo-notifications";
import * as SQLite from "expo-sqlite";
import { AppState, Platform } from "react-native";

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
