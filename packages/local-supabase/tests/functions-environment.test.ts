/** The environment that the platform gives to functions. */
import { describe, expect, test } from "vitest";
import { functionEnvironment } from "../functions/environment.ts";

describe("functionEnvironment", () => {
  test("prefers the shell to .env, hosted names to both, and omits reserved names", () => {
    const env = functionEnvironment(
      'A=file\nB="from file"\nSUPABASE_URL=http://forged\nSUPABASE_OTHER=x\n',
      { A: "shell", SUPABASE_URL: "http://hosted", npm_config_x: "1", SUPABASE_HOME: "/x" },
    );
    expect(env).toEqual({ A: "shell", B: "from file", SUPABASE_URL: "http://hosted" });
  });
});
