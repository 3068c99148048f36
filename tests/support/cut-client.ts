/** A database client whose connection can be cut at any moment, by the client or by the server. */
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { patience } from "../../packages/local-supabase/helpers.ts";

/** Holds one connection; after a cut, `die` discards it so that a new one can be opened. */
export class CutClient {
  #url: string;
  #sql: postgres.Sql | null = null;
  #socket: Socket | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  get sql(): postgres.Sql {
    const { hostname, port } = new URL(this.#url);
    const socket = () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => resolve(socket));
        socket.once("error", reject);
        // A cut while it connects closes the socket without an error.
        socket.once("close", () => reject(Object.assign(new Error("cut"), { code: "ECONNRESET" })));
        this.#socket = socket;
      });
    // The library takes its socket from this option, which its types omit.
    const options = {
      max: 1,
      onnotice: () => {},
      connect_timeout: patience(60_000) / 1000,
      fetch_types: false,
      socket,
    };
    return this.#sql ??= postgres(this.#url, options);
  }

  /** The process id of this connection's backend. */
  async pid(): Promise<number> {
    return (await this.sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  }

  /** Destroys the socket, like a client that crashes. */
  die(): void {
    this.#socket?.destroy();
    this.#sql = null;
  }
}

/** Whether a connection was cut, so that the outcome of its statement is unknown. */
export const isCut = (error: unknown): boolean =>
  /^(57P01|CONNECTION_(CLOSED|DESTROYED|ENDED)|ECONN|EPIPE|ERR_STREAM)/
    .test((error as { code?: string }).code ?? "");
