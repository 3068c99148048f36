/** A scratch project with edge functions, for testing the host of the functions. */
import { join } from "node:path";
import { scratchFolder } from "../../base/scratch.ts";

interface ScratchProject {
  root: string;
  /** Writes a file; the path is relative to the project. */
  write(path: string, text: string): Promise<void>;
  /** Declares a function in config.toml and writes its module. */
  addFunction(name: string, source: string, settings?: { verify_jwt?: boolean }): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a project in a scratch folder with functions, given by name and source. */
export async function createProject(
  functions: Record<string, string>,
  settings: Record<string, { verify_jwt?: boolean }> = {},
): Promise<ScratchProject> {
  const root = await scratchFolder("project");
  let config = 'project_id = "scratch"\n';

  const project: ScratchProject = {
    root,
    async write(path, text) {
      const file = join(root, path);
      await Deno.mkdir(join(file, ".."), { recursive: true });
      await Deno.writeTextFile(file, text);
    },
    async addFunction(name, source, { verify_jwt = false } = {}) {
      await project.write(`functions/${name}/index.ts`, source);
      config += `[functions.${name}]\nentrypoint = "../functions/${name}/index.ts"\n` +
        `import_map = "../deno.json"\nverify_jwt = ${verify_jwt}\n`;
      await project.write("supabase/config.toml", config);
    },
    remove: () => Deno.remove(root, { recursive: true }),
  };

  await project.write("deno.json", '{ "nodeModulesDir": "manual" }');
  for (const [name, source] of Object.entries(functions)) {
    await project.addFunction(name, source, settings[name]);
  }
  return project;
}
