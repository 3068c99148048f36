import { expect, it } from "vitest";

async function check(...names: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/check.ts", ...names],
    env: { NO_COLOR: "1" },
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, errors };
}

it("npm run check runs the checks that are named", async () => {
  expect(await check("lock file", "released migrations")).toMatchObject({
    code: 0,
    out: "ok      released migrations\nok      lock file\n2 passed, 0 failed\n",
  });
});

it("npm run check names the checks when there is none of a name", async () => {
  const { code, out, errors } = await check("lock");
  expect([code, out]).toEqual([2, ""]);
  expect(errors).toContain('There is no check "lock". The checks:\ntypes\n');
});
