/** A simple host of static files. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { headersOf } from "../config.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder on the port, with the files of `own` in place of its own. */
export async function serve(folder: string, port: number, own: Record<string, string>) {
  const headers = await readFile(join(folder, "_headers"), "utf8");
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://host");
    const page = pathname.endsWith("/") ? pathname : !extname(pathname) && `${pathname}/`;
    // Rewrites paths like public/_redirects.
    const path = pathname.startsWith("/shared/")
      ? "/shared.html"
      : normalize(page ? `${page}index.html` : pathname);
    const file = own[path] ?? await readFile(join(folder, path)).catch(() => null);
    response.writeHead(file === null ? 404 : 200, {
      ...headersOf(headers, path),
      "content-type": types[extname(path)] ?? "application/octet-stream",
    });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
