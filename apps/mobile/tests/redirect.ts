import { get } from "node:http";

/** The address to which the service redirects a browser. */
export const redirectOf = (address: string): Promise<string> =>
  new Promise((resolve, reject) =>
    get(address, (response) => {
      response.resume();
      resolve(String(response.headers.location));
    }).on("error", reject)
  );
