import { get } from "node:http";

/** Where an address leads to, as a browser is told. */
export const redirectOf = (address: string): Promise<string> =>
  new Promise((resolve, reject) =>
    get(address, (response) => {
      response.resume();
      resolve(String(response.headers.location));
    }).on("error", reject)
  );
