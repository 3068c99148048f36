import type { NativeFile } from "../uploads.ts";

/**
 * The parts of React Native's and Expo's modules that this client uses. The app passes the modules
 * itself, so that it installs only the modules that it wants.
 */
export interface ExpoModules {
  Platform: { OS: string };
  AppState: {
    addEventListener(
      type: "change",
      listener: (state: string) => void,
    ): Subscription;
  };
  /** `expo-crypto` */
  Crypto: ExpoCrypto;
  /** `expo-linking` */
  Linking: {
    createURL(path: string): string;
    getInitialURL(): Promise<string | null>;
    addEventListener(
      type: "url",
      listener: (event: { url: string }) => void,
    ): Subscription;
  };
  /** `expo-network` */
  Network: {
    getNetworkStateAsync(): Promise<NetworkState>;
    addNetworkStateListener(
      listener: (state: NetworkState) => void,
    ): Subscription;
  };
  /** `expo-sqlite`; not on the web, where the browser's IndexedDB and localStorage take its place */
  SQLite?: ExpoSqlite;
  /** `expo-file-system`; not on the web */
  FileSystem?: ExpoFileSystem;
  /** `expo-notifications`; without it there are no pushes */
  Notifications?: ExpoNotifications;
}

interface Subscription {
  remove(): void;
}

export interface NetworkState {
  isConnected?: boolean;
  isInternetReachable?: boolean;
}

export interface ExpoCrypto {
  randomUUID(): string;
  // deno-lint-ignore no-explicit-any -- the module and the web name the arrays differently
  getRandomValues(values: any): any;
  digest(algorithm: never, data: never): Promise<ArrayBuffer>;
}

export interface ExpoSqlite {
  openDatabaseAsync(name: string): Promise<{
    execAsync(sql: string): Promise<unknown>;
    runAsync(sql: string, ...values: string[]): Promise<unknown>;
    getAllAsync<T>(sql: string, ...values: string[]): Promise<T[]>;
  }>;
}

/** A file of the phone. */
interface ExpoFile extends NativeFile {
  exists: boolean;
  /** 0 where there is none. */
  size: number;
  // deno-lint-ignore no-explicit-any -- the module names the destination by its own classes
  copy(to: any, options: { overwrite: boolean }): Promise<void>;
  write(bytes: Uint8Array): void;
  delete(): void;
}

/** A folder of the phone. */
interface ExpoDirectory {
  create(options: { idempotent: boolean; intermediates: boolean }): void;
  list(): { name: string }[];
}

export interface ExpoFileSystem {
  // deno-lint-ignore no-explicit-any -- a part is a URI, or an object of the module's own classes
  File: new (...parts: any[]) => ExpoFile;
  // deno-lint-ignore no-explicit-any -- see File
  Directory: new (...parts: any[]) => ExpoDirectory;
  /** `document`: the folder that the system keeps for the app. */
  Paths: { document: unknown };
}

interface ExpoNotifications {
  getPermissionsAsync(): Promise<{ granted: boolean; canAskAgain: boolean }>;
  requestPermissionsAsync(): Promise<{ granted: boolean }>;
  getExpoPushTokenAsync(
    options: { projectId: string },
  ): Promise<{ data: string }>;
  unregisterForNotificationsAsync(): Promise<void>;
}
