/**
 * Parts of a phone that Node lacks: the requests, forms and `fetch` of React Native and Expo. Their
 * native part is Node's `http`.
 */
import { type IncomingMessage, request } from "node:http";
import { WebSocket } from "ws";

process.env.EXPO_PUBLIC_JOURNAL_URL = status().api_url;
process.env.EXPO_PUBLIC_JOURNAL_KEY = status().publishable_key;
process.env.EXPO_PUBLIC_PROJECT_ID = "journal";

jest.mock(
  "react-native-safe-area-context",
  () => require("react-native-safe-area-context/jest/mock").default,
);

function status() {
  return require("../service").platform;
}

type Headers = [string, string][];
/** The methods of a native object of Expo. */
declare class Native {
  emit(event: string, value?: unknown): void;
}
const own = globalThis as unknown as {
  expo: { SharedObject: typeof Native; modules: { ExpoFetchModule: object } };
  network?: { isThere: boolean; isLost(address: string): boolean };
};
const { SharedObject } = own.expo;

/** Whether requests find a network. */
export const network = (own.network ??= { isThere: true, isLost: () => false });

class NativeResponse extends SharedObject {
  message!: IncomingMessage;
  address = "";
  get url() {
    return this.address;
  }
  get redirected() {
    return false;
  }
  get _rawHeaders(): Headers {
    return Object.entries(this.message.headers).map((
      [name, value],
    ) => [name, String(value)]);
  }
  get status() {
    return this.message.statusCode!;
  }
  get statusText() {
    return this.message.statusMessage!;
  }
  startStreaming() {
    this.message.on(
      "data",
      (data: Buffer) => this.emit("didReceiveResponseData", new Uint8Array(data)),
    );
    this.message.on("end", () => this.emit("didComplete"));
    this.message.on(
      "error",
      (error: Error) => this.emit("didFailWithError", error.message),
    );
    return Promise.resolve(null);
  }
  cancelStreaming() {
    this.message.destroy();
  }
  async arrayBuffer() {
    return new Uint8Array(await whole(this.message)).buffer;
  }
  async text() {
    return (await whole(this.message)).toString();
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

class NativeRequest extends SharedObject {
  private sent: ReturnType<typeof request> | undefined;
  constructor(private readonly response: NativeResponse) {
    super();
  }
  start(
    url: string,
    init: { method: string; headers: Headers },
    body: Uint8Array | null,
  ) {
    return new Promise((resolve, reject) => {
      if (!network.isThere || network.isLost(url)) {
        return reject(
          new Error("The Internet connection appears to be offline."),
        );
      }
      this.sent = request(url, {
        method: init.method,
        headers: Object.fromEntries(init.headers),
      });
      this.sent.on("error", reject).on("response", (message) => {
        Object.assign(this.response, { message, address: url });
        resolve(this.response);
      });
      this.sent.end(body ?? undefined);
    });
  }
  cancel() {
    this.sent?.destroy();
  }
}

Object.assign(own.expo.modules.ExpoFetchModule, {
  NativeRequest,
  NativeResponse,
});

const { installFormDataPatch } = jest.requireActual("expo/src/winter/FormData");
const { default: FormData } = require(
  "react-native/Libraries/Network/FormData",
);
const { Headers, Request, Response } = require("whatwg-fetch");
// Expo's `fetch` as the app has it, on the native part above.
const { fetch } = require("expo/src/winter/fetch/fetch");
const platform = {
  FormData: installFormDataPatch(FormData),
  Headers,
  Request,
  Response,
  fetch,
  WebSocket,
};
for (const [name, value] of Object.entries(platform)) {
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
  });
}
