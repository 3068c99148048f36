// deno-lint-ignore-file require-await -- the modules of a phone answer promises
/** The modules of a phone, for tests: real files, a real SQLite, and the person's acts. */
import { randomUUID, webcrypto } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { argon2id } from "hash-wasm";
import initSqlJs, { type Database } from "sql.js";
import type { Secrets } from "../../src/sealed-modules";
import { network } from "./platform";

/** Listeners of a kind, and how to tell them something. */
function listeners<T>() {
  const all = new Set<(event: T) => void>();
  return {
    tell: (event: T) => all.forEach((listener) => listener(event)),
    add: (listener: (event: T) => void) => {
      all.add(listener);
      return { remove: () => void all.delete(listener) };
    },
  };
}

const states = listeners<string>();
const links = listeners<{ url: string }>();
const networks = listeners<
  { isConnected: boolean; isInternetReachable: boolean }
>();
/** The databases of the phone, which a new start of the app finds again. */
const databases = new Map<string, Database>();
const token = `ExponentPushToken[${randomUUID()}]`;

/** The contents of the phone's secure store. */
const secured = new Map<string, string>();

/** The acts of a person with the phone. */
export const phone = {
  /** Requests that find no network, although the phone has one. */
  loseRequests(isLost: (address: string) => boolean) {
    network.isLost = isLost;
  },
  secured,
  copied: "",
  loseNetwork: () => phone.setNetwork(false),
  findNetwork: () => phone.setNetwork(true),
  /** The phone finds no network, and other devices do. */
  missNetwork: () => networks.tell({ isConnected: false, isInternetReachable: false }),
  setNetwork(isThere: boolean) {
    network.isThere = isThere;
    networks.tell({ isConnected: isThere, isInternetReachable: isThere });
  },
  open: (url: string) => links.tell({ url }),
  leaveApp: () => states.tell("background"),
  enterApp: () => states.tell("active"),
  pushes: { granted: false, canAskAgain: true, unregistered: 0, token },
};

/** The folder that the system keeps for the app; a new start finds it again. */
const documents = mkdtempSync(join(tmpdir(), "phone-"));

type Part = string | { uri: string };
const uriOf = (parts: Part[]) =>
  join(...parts.map((part) => typeof part === "string" ? part : part.uri));

class PhoneDirectory {
  readonly uri: string;
  constructor(...parts: Part[]) {
    this.uri = uriOf(parts);
  }
  create() {
    mkdirSync(this.uri, { recursive: true });
  }
  list() {
    return readdirSync(this.uri).map((name) => new PhoneFile(this, name));
  }
}

class PhoneFile {
  readonly uri: string;
  constructor(...parts: Part[]) {
    this.uri = uriOf(parts);
  }
  get exists() {
    return existsSync(this.uri);
  }
  copy(to: PhoneFile) {
    return copyFile(this.uri, to.uri);
  }
  write(bytes: Uint8Array) {
    writeFileSync(this.uri, bytes);
  }
  delete() {
    rmSync(this.uri);
  }
  get name() {
    return basename(this.uri);
  }
  get type() {
    return "image/jpeg";
  }
  get size() {
    return this.exists ? statSync(this.uri).size : 0;
  }
  async bytes() {
    return new Uint8Array(await readFile(this.uri));
  }
}

export const modules = {
  Platform: { OS: "ios" },
  AppState: {
    addEventListener: (_type: string, listener: (state: string) => void) => states.add(listener),
  },
  Crypto: {
    randomUUID,
    getRandomValues: (values: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(values),
    digest: (algorithm: string, data: Uint8Array<ArrayBuffer>) =>
      webcrypto.subtle.digest(algorithm, data),
  },
  Linking: {
    createURL: (path: string) => `journal://${path}`,
    getInitialURL: async () => null,
    addEventListener: (
      _type: string,
      listener: (event: { url: string }) => void,
    ) => links.add(listener),
  },
  Network: {
    getNetworkStateAsync: async () => ({ isConnected: network.isThere }),
    addNetworkStateListener: networks.add,
  },
  SQLite: {
    async openDatabaseAsync(name: string) {
      const SQL = await initSqlJs();
      if (!databases.has(name)) databases.set(name, new SQL.Database());
      const database = databases.get(name)!;
      return {
        execAsync: async (sql: string) => void database.exec(sql),
        runAsync: async (sql: string, ...values: string[]) => void database.run(sql, values),
        async getAllAsync<T>(sql: string, ...values: string[]): Promise<T[]> {
          const statement = database.prepare(sql, values);
          const rows: T[] = [];
          while (statement.step()) rows.push(statement.getAsObject() as T);
          statement.free();
          return rows;
        },
      };
    },
  },
  FileSystem: {
    File: PhoneFile,
    Directory: PhoneDirectory,
    Paths: { document: { uri: documents } },
  },
  Notifications: {
    getPermissionsAsync: async () => phone.pushes,
    requestPermissionsAsync: async () => Object.assign(phone.pushes, { granted: true }),
    getExpoPushTokenAsync: async () => ({ data: token }),
    unregisterForNotificationsAsync: async () => void phone.pushes.unregistered++,
  },
};

export const languages = () => ["en"];

export const copy = async (text: string) => void (phone.copied = text);

/**
 * A phone without a native WebCrypto: `install` assigns `crypto` as the native one does, and the
 * client's own @noble does all.
 */
export const secrets: Secrets = {
  SecureStore: {
    WHEN_UNLOCKED_THIS_DEVICE_ONLY: 6,
    async getItemAsync(name) {
      return secured.get(named(name)) ?? null;
    },
    async setItemAsync(name, value) {
      secured.set(named(name), value);
    },
    async deleteItemAsync(name) {
      secured.delete(named(name));
    },
  },
  quickCrypto: async () => ({
    install() {
      const { crypto } = globalThis;
      globalThis.crypto = crypto;
    },
    argon2(algorithm, { message, nonce, memory, passes, parallelism, tagLength }, callback) {
      if (algorithm !== "argon2id") throw new TypeError(`Unknown argon2 algorithm: ${algorithm}`);
      argon2id({
        password: message,
        salt: nonce,
        memorySize: memory,
        iterations: passes,
        parallelism,
        hashLength: tagLength,
        outputType: "binary",
      }).then((key) => callback(null, key), (error) => callback(error, new Uint8Array()));
    },
  }),
};

/** The names that the secure store takes. */
function named(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw new Error("Invalid key provided to SecureStore");
  return name;
}
