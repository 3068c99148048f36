/** The settings that the platform reads from `supabase/config.toml`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readProjectConfig } from "../base/config.ts";
import { scratchFolder } from "../base/scratch.ts";

let dir: string;
beforeEach(async () => {
  dir = await scratchFolder("config-test");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("readProjectConfig", () => {
  const config = (text: string) => {
    mkdirSync(join(dir, "supabase"), { recursive: true });
    writeFileSync(join(dir, "supabase", "config.toml"), text);
  };

  test("fills in the CLI's defaults and variables of the environment", async () => {
    config(`project_id = "x"
      [auth]
      site_url = "env(SITE_URL)"
      [functions.on]
      entrypoint = "../functions/on/index.ts"
      [functions.off]
      enabled = false`);
    const read = await readProjectConfig(dir, { SITE_URL: "https://app.example.com" });
    expect(read.auth).toMatchObject({
      siteUrl: "https://app.example.com",
      jwtExpiry: 3600,
      autoConfirm: true,
      accessTokenHook: null,
    });
    expect(read.functions).toEqual([{
      name: "on",
      entrypoint: join(dir, "functions/on/index.ts"),
      source: join(dir, "functions/on/index.ts"),
      importMap: join(dir, "supabase/functions/on/deno.json"),
      verifyJwt: true,
    }]);
    expect((await readProjectConfig(dir, {})).auth.siteUrl).toBe("http://127.0.0.1:3000");
  });

  test("allows the redirect addresses of the file and of Auth's own variable", async () => {
    config(`project_id = "x"
      [auth]
      additional_redirect_urls = ["https://app.example.com/**"]`);
    const { auth } = await readProjectConfig(dir, { GOTRUE_URI_ALLOW_LIST: "a://in,b://in" });
    expect(auth.redirectUrls).toEqual(["https://app.example.com/**", "a://in", "b://in"]);
    expect((await readProjectConfig(dir, {})).auth.redirectUrls).toHaveLength(1);
  });

  test.each([
    ["https://app.example.com/home", "app.example.com", "https://app.example.com"],
    ["http://127.0.0.1:5173", "localhost", "http://127.0.0.1:5173"],
    ["http://localhost:5173", "localhost", "http://localhost:5173"],
  ])("gives passkeys the host and the origin of the site %s", async (site, rpId, origin) => {
    config(`project_id = "x"
      [auth]
      site_url = "${site}"
      [auth.passkey]
      enabled = true
      [auth.webauthn]
      rp_id = "env(RP_ID)"
      rp_origins = ["env(RP_ORIGINS)"]`);
    const { auth } = await readProjectConfig(dir, {});
    expect(auth.passkeys).toEqual({ rpId, rpName: "x", origins: [origin] });
  });

  test("gives passkeys what the file declares, and none unless it switches them on", async () => {
    const declared = `project_id = "x"
      [auth.webauthn]
      rp_display_name = "Example"
      rp_id = "env(RP_ID)"
      rp_origins = ["env(RP_ORIGINS)"]`;
    const env = { RP_ID: "example.com", RP_ORIGINS: "https://a.example.com,https://example.com" };
    config(declared);
    expect((await readProjectConfig(dir, env)).auth.passkeys).toBeNull();
    config(`${declared}\n[auth.passkey]\nenabled = true`);
    expect((await readProjectConfig(dir, env)).auth.passkeys).toEqual({
      rpId: "example.com",
      rpName: "Example",
      origins: ["https://a.example.com", "https://example.com"],
    });
  });

  test("finds functions that config.toml does not name", async () => {
    config('project_id = "x"\n[functions.named]\nverify_jwt = false');
    for (const name of ["found", "named", "_shared"]) {
      mkdirSync(join(dir, "supabase/functions", name), { recursive: true });
      writeFileSync(join(dir, "supabase/functions", name, "index.ts"), "");
    }
    const { functions } = await readProjectConfig(dir, {});
    expect(functions.map(({ name, verifyJwt }) => [name, verifyJwt]).sort()).toEqual([
      ["found", true],
      ["named", false],
    ]);
  });

  test("reads the templates of messages, and refuses fields that it cannot fill in", async () => {
    config(`project_id = "x"
      [auth.email.template.invite]
      subject = "Come in"
      content_path = "./supabase/invite.html"`);
    const file = join(dir, "supabase/invite.html");
    writeFileSync(file, "{{ .SiteURL }} {{.Email}}");
    expect((await readProjectConfig(dir, {})).auth.templates).toEqual({
      invite: { subject: "Come in", content: "{{ .SiteURL }} {{.Email}}" },
    });
    writeFileSync(file, "{{ if .Data.name }}");
    await expect(readProjectConfig(dir, {})).rejects.toThrow('"invite" has {{ if .Data.name }}');
  });

  test("knows the source of a function whose entrypoint is built", async () => {
    config(`project_id = "x"
      [functions.built]
      entrypoint = "../dist/built/index.js"
      [functions.other]
      entrypoint = "../dist/other/index.js"`);
    mkdirSync(join(dir, "functions/built"), { recursive: true });
    writeFileSync(join(dir, "functions/built/index.ts"), "");
    writeFileSync(join(dir, "functions/index.ts"), "");
    expect((await readProjectConfig(dir, {})).functions).toMatchObject([
      {
        entrypoint: join(dir, "dist/built/index.js"),
        source: join(dir, "functions/built/index.ts"),
      },
      {
        entrypoint: join(dir, "dist/other/index.js"),
        source: join(dir, "functions/index.ts"),
      },
    ]);
  });

  test("names the invalid field", async () => {
    config('project_id = "x"\n[auth]\njwt_expiry = "an hour"');
    await expect(readProjectConfig(dir, {})).rejects.toThrow("auth.jwt_expiry");
  });
});
