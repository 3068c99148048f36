/** A client of the database whose connection may be cut at any moment, by itself or by the server. */
import { connect, type Socket } from "node:net";
import postgres from "postgres";

/** Holds one connection; after a cut, `die` makes way for another one. */
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
        this.#socket = socket;
      });
    // The library takes its socket from this option, though its types do not say so.
    const options = {
      max: 1,
      onnotice: () => {},
      connect_timeout: 60,
      fetch_types: false,
      socket,
    };
    return this.#sql ??= postgres(this.#url, options);
  }

  /** The server's process of this connection. */
  async pid(): Promise<number> {
    return (await this.sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  }

  /** Destroys the socket, as a client does that dies. */
  die(): void {
    this.#socket?.destroy();
    this.#sql = null;
  }
}

/** Whether a connection was cut, and the outcome of what it was doing is therefore unknown. */
export const isCut = (error: unknown): boolean =>
  /^(57P01|CONNECTION_(CLOSED|DESTROYED|ENDED)|ECONN|EPIPE|ERR_STREAM)/
    .test((error as { code?: string }).code ?? "");
