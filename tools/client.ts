/** The client: its size, and its types from the OpenAPI document, which `npm run types` writes. */
import { build, type BuildOptions } from "esbuild";
import { dirname, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { document } from "../functions/api/groups.ts";
import { partsOf } from "../shared/http/declare.ts";
import { formatted } from "./format.ts";

/** The path of the client's types, relative to the project's folder. */
export const clientTypesFile = "packages/client/src/generated/schema.ts";

interface Operation {
  parameters?: { in?: string; $ref?: string }[];
  responses: Record<string, { $ref?: string; headers?: unknown }>;
}

/** The OpenAPI document that the function `api` serves. */
export async function openApiDocument(): Promise<OpenAPI3> {
  const [routes] = await partsOf(document);
  return await (await routes!.request("/openapi.json")).json();
}

/**
 * The types of the client's requests and answers. The client makes the headers itself and throws
 * refusals as errors of one class, so the types leave both out.
 */
export async function clientTypes(): Promise<string> {
  const document: OpenAPI3 = JSON.parse(
    JSON.stringify(await openApiDocument()),
    // Examples are read in the document. TypeScript tells the members of a union by their types.
    (key, value) => /^(examples?|discriminator)$/.test(key) ? undefined : value,
  );
  for (const path of Object.values(document.paths!)) {
    for (const operation of Object.values(path as Record<string, Operation>)) {
      // Operations share headers and refusals by reference: leave them out.
      operation.parameters = operation.parameters
        ?.filter((each) => each.in !== "header" && !each.$ref);
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses)
          .filter(([status, { $ref }]) => /^[23]/.test(status) && !$ref),
      );
      for (const answer of Object.values(operation.responses)) delete answer.headers;
    }
  }
  const { schemas } = document.components!;
  document.components = { schemas };
  // A file of a request; the file of an answer has the type that the caller parses it as.
  const upload = ts.factory.createTypeReferenceNode("Upload");
  const unknown = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
  const nodes = await openapiTS(document, {
    transform: (schema, { path }) => {
      if (!("format" in schema) || schema.format !== "binary") return undefined;
      return path?.includes("/responses/") ? unknown : upload;
    },
  });
  // Members that nobody gives or reads.
  const types = astToString(nodes)
    .replace(/^ *\w+\?: never;\n/gm, "")
    .replace(/^ *headers: \{\n.*unknown;\n *\};\n/gm, "");
  return await formatted(
    "// Made by `npm run types` from the OpenAPI document.\n" +
      `import type { Upload } from "../uploads.ts";\n\n${types}`,
  );
}

/**
 * The exports of the package's modules, as `<module> <name>`, with the number of arguments that a
 * function requires.
 */
export function clientExports(folder: string): Record<string, number> {
  const { exports } = JSON.parse(Deno.readTextFileSync(join(folder, "package.json")));
  const host = ts.createCompilerHost({});
  host.resolveModuleNameLiterals = (names, file) =>
    names.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? { resolvedFileName: join(dirname(file), text), extension: extname(text) }
        : undefined,
    }));
  const modules = Object.entries<string>(exports).map(([name, path]) =>
    [name, join(folder, path)] as const
  );
  const files = modules.map(([, path]) => path);
  const options = { noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true };
  const program = ts.createProgram(files, options, host);
  const checker = program.getTypeChecker();
  return Object.fromEntries(modules.flatMap(([name, path]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
    return checker.getExportsOfModule(module).map((each) => {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      const [call] = checker.getTypeOfSymbol(symbol).getCallSignatures();
      const required = call?.parameters.filter(({ valueDeclaration: argument }) =>
        ts.isParameter(argument!) && !checker.isOptionalParameter(argument)
      );
      return [`${name} ${each.name}`, required?.length ?? 0];
    });
  }));
}

/** The most bytes that the package may add to supabase-js, minified and compressed. */
const MAX_BYTES = 26_350;
/** The most that sealed notebooks add to it in a current browser, without what is loaded later. */
const MAX_SEALED_BYTES = 40_000;

/** @throws when the package is larger than it may be */
export async function clientIsSmall(root: string): Promise<void> {
  const options = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm" as const,
    external: ["@supabase/supabase-js"],
  } satisfies BuildOptions;
  const { outputFiles: [module] } = await build({
    ...options,
    entryPoints: ["packages/client/src/mod.ts"],
    write: false,
  });
  const { length } = gzipSync(module!.contents);
  if (length > MAX_BYTES) throw new Error(`The client has ${length} bytes, at most ${MAX_BYTES}`);
  const sealed = await sealedBytes(options);
  if (sealed > MAX_SEALED_BYTES) {
    throw new Error(`Sealed notebooks have ${sealed} bytes, at most ${MAX_SEALED_BYTES}`);
  }
}

/** The bytes of the pieces that a page with the client loads when it opens sealed notebooks. */
async function sealedBytes(options: BuildOptions): Promise<number> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: {
      client: "packages/client/src/mod.ts",
      sealed: "packages/client/src/sealed/mod.ts",
    },
    splitting: true,
    metafile: true,
    outdir: "out",
    write: false,
  });
  const pieces = (file: string, all = new Set<string>()): Set<string> => {
    if (all.has(file)) return all;
    all.add(file);
    for (const { kind, path, external } of metafile.outputs[file]!.imports) {
      if (kind === "import-statement" && !external) pieces(path, all);
    }
    return all;
  };
  const own = pieces("out/sealed.js").difference(pieces("out/client.js"));
  return outputFiles.filter(({ path }) => [...own].some((piece) => path.endsWith(piece)))
    .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}
