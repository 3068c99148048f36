/** A window of the app on a device: it can lose requests and answers, and end at any moment. */
import {
  type Conflict,
  type DeviceStorage,
  JournalError,
  type Kind,
  type Kinds,
} from "@journal/client";
import { createTypedApi } from "../../src/api.ts";
import { Offline } from "../../src/offline/offline.ts";

/** The fate of a request: it arrives, its answer is lost, it is lost, it arrives twice, or it fails. */
export type Fate = "arrives" | "answer lost" | "lost" | "twice" | "fails";
export type Fetch = (request: Request) => Promise<Response>;

/** The program has ended: none of its work goes on. */
class Ended extends Error {}

/** A form that the user has opened: the object as it was then. */
interface Form {
  kind: Kind;
  id: string;
  seen: Record<string, unknown>;
}

export class Window {
  offline!: Offline;
  isAway = false;
  form: Form | undefined;
  private fates: Fate[] = [];
  /** The steps outwards (requests, writes to the storage) after which the program ends. */
  private left = Infinity;
  private readonly api;

  constructor(
    private readonly userId: string,
    readonly storage: DeviceStorage,
    private readonly pageSize: number,
    private readonly service: Fetch,
  ) {
    this.api = createTypedApi("http://service.test/functions/v1", {
      patience: 0,
      token: () => Promise.resolve("token"),
      renew: () => Promise.resolve(null),
      isKeyRefused: () => Promise.resolve(false),
      fetch: (request) => this.send(request),
    });
  }

  private async send(request: Request): Promise<Response> {
    const fate = this.isAway ? "lost" : this.fates.shift() ?? "arrives";
    if (this.left-- <= 0) throw new Ended();
    if (fate === "lost") throw new TypeError("fetch failed");
    if (fate === "fails") return Response.json({ error: "Try again later" }, { status: 503 });
    const twin = fate === "twice" ? this.service(request.clone()) : undefined;
    const answer = await this.service(request);
    await twin;
    if (this.left-- <= 0) throw new Ended();
    if (fate === "answer lost") throw new TypeError("fetch failed");
    return answer;
  }

  /** Starts the program, on what the storage has. */
  async open(): Promise<void> {
    this.left = Infinity;
    this.form = undefined;
    const outwards = async <T>(work: () => Promise<T>): Promise<T> => {
      if (this.left-- <= 0) throw new Ended();
      const result = await work();
      if (this.left <= 0) throw new Ended();
      return result;
    };
    const { storage } = this;
    this.offline = new Offline(
      () => this.api,
      {
        name: storage.name,
        read: (prefix) => storage.read(prefix),
        write: (changes) => outwards(() => storage.write(changes)),
      },
      this.pageSize,
    );
    await this.offline.open(this.userId);
  }

  /** Lets the program do a piece of work. Returns false when the program has ended before its end. */
  async work(piece: () => Promise<unknown>, endsAfter = Infinity): Promise<boolean> {
    this.left = endsAfter;
    try {
      await piece();
      if (this.left > 0) return true;
    } catch (error) {
      if (this.left > 0) throw error;
    } finally {
      if (this.left <= 0) {
        this.offline.close();
        await this.open();
      }
      this.left = Infinity;
    }
    return false;
  }

  /** Sends and fetches as far as the network lets it. Returns whether all of it was possible. */
  async sync(fates: Fate[]): Promise<boolean> {
    this.fates = [...fates];
    try {
      await this.offline.sync();
      return true;
    } catch (error) {
      if (!(error instanceof JournalError) || !error.isTemporary) throw error;
      return false;
    } finally {
      this.fates = [];
    }
  }

  get conflicts(): Conflict[] {
    return [...this.offline.conflicts];
  }

  thing<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.offline.get(kind, id);
  }
}
