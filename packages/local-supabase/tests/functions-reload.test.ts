/** Files of a project that the host of the functions reads: import maps, and changed sources. */
import { describe, expect, onTestFinished, test } from "vitest";
import { startFunctions } from "../functions/supervisor.ts";
import { createProject } from "./support/project.ts";

describe("the import map of a function", () => {
  const started = async (config: string, declared = true) => {
    const scratch = await createProject({});
    await scratch.write("deno.json", config);
    await scratch.write(
      "supabase/config.toml",
      `project_id = "scratch"\n[functions.own]\nverify_jwt = false\n`,
    );
    await scratch.write(
      "supabase/functions/own/index.ts",
      declared
        ? 'import { word } from "word";\nDeno.serve(() => new Response(word));'
        : 'Deno.serve(() => new Response("none"));',
    );
    if (declared) {
      await scratch.write(
        "supabase/functions/own/deno.json",
        '{ "imports": { "word": "./w.ts" } }',
      );
      await scratch.write("supabase/functions/own/w.ts", 'export const word = "own";');
    }
    onTestFinished(() => scratch.remove());
    return await startFunctions({ root: scratch.root, env: {}, watch: false, log: () => {} });
  };

  test("is read where deno.json names its folder", async () => {
    const own = await started(
      '{ "nodeModulesDir": "manual", "workspace": ["./supabase/functions/own"] }',
    );
    onTestFinished(() => own.stop());
    expect(await (await fetch(await own.url() + "/own")).text()).toBe("own");
  });

  test("is refused in a folder that deno.json does not name", async () => {
    await expect(started('{ "nodeModulesDir": "manual" }')).rejects.toThrow(
      /functions\.own: supabase\/functions\/own\/deno\.json is not read here/,
    );
  });

  test("may be missing", async () => {
    const own = await started('{ "nodeModulesDir": "manual" }', false);
    onTestFinished(() => own.stop());
    expect(await (await fetch(await own.url() + "/own")).text()).toBe("none");
  });
});

describe("reloading", () => {
  const shared = (word: string) => `export const word = "${word}";`;

  test("applies changes of shared code, .env and config.toml to the next answer", async () => {
    const scratch = await createProject({
      word: `import { word } from "../../shared/word.ts";
        Deno.serve(() => new Response(word + " " + Deno.env.get("FROM_FILE")));`,
    });
    await scratch.write("shared/word.ts", shared("first"));
    await scratch.write(".env", "FROM_FILE=a\nSUPABASE_URL=http://forged\n");
    const lines: string[] = [];
    const own = await startFunctions({
      root: scratch.root,
      env: {},
      envFile: `${scratch.root}/.env`,
      watch: true,
      log: (line) => lines.push(line),
    });
    onTestFinished(async () => {
      await own.stop();
      await scratch.remove();
    });
    const ask = async (path = "/word") => {
      const response = await fetch(await own.url() + path);
      return response.status === 200 ? await response.text() : response.status;
    };
    expect(await ask()).toBe("first a");

    await scratch.write("shared/word.ts", shared("second"));
    await expect.poll(() => ask()).toBe("second a");
    await scratch.write(".env", "FROM_FILE=b");
    await expect.poll(() => ask()).toBe("second b");

    expect(await ask("/added")).toBe(404);
    await scratch.addFunction("added", `Deno.serve(() => new Response("new"));`);
    await expect.poll(() => ask("/added")).toBe("new");

    await scratch.write("shared/word.ts", "export const word = ;");
    await expect.poll(() => ask()).toBe(503);
    await scratch.write("shared/word.ts", shared("third"));
    await expect.poll(() => ask()).toBe("third b");
  });
});
