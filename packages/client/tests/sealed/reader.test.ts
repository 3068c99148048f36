/** The program of docs/sealed-format.md in Python opens an export with a recovery code. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberOf, newSecret, openAccount } from "../../src/sealed/account.ts";
import { sealFile } from "../../src/sealed/file.ts";
import { derivable } from "../../src/sealed/primitives.ts";
import { sealRecord } from "../../src/sealed/record.ts";
import { newRecoveryCode, printRecoveryCode } from "../../src/sealed/recovery-code.ts";
import { newSlot } from "../../src/sealed/slot.ts";
import { sealPrevious, wrapForMembers } from "../../src/sealed/wrap.ts";
import { patience } from "../../../local-supabase/helpers.ts";
import { Notebook, person } from "./people.ts";
import { plainFile } from "./vectors.ts";

const page = join(import.meta.dirname!, "../../../../docs/sealed-format.md");
const [, program] = /```python\n(.*?)```/s.exec(readFileSync(page, "utf8"))!;
const folder = mkdtempSync(join(tmpdir(), "sealed-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The Pythons of the machine that have the package. `.ci/run` installs it. */
async function pythons(): Promise<string[]> {
  const found = await Promise.all(["python3", "/usr/bin/python3"].map(async (name) => {
    const command = new Deno.Command(name, { args: ["-I", "-c", "import cryptography"] });
    return (await command.output().catch(() => null))?.success ? [name] : [];
  }));
  if (!found.flat().length) {
    console.log("There is no python3 with cryptography: its program is not run");
  }
  return found.flat();
}

const printed = async (name: string, code: string) => {
  const args = ["-I", "-c", program!, join(folder, "sealed.json"), code];
  const { stdout, stderr, success } = await new Deno.Command(name, { args }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return success ? text(stdout) : text(stderr);
};

const written_at = "2026-11-29T07:30:00.000Z";
const fileBytes = plainFile(131_073);
let code: string;

beforeAll(async () => {
  const secret = newSecret();
  const ana = await openAccount(secret, crypto.randomUUID());
  const [ben, cleo] = await Promise.all([person(), person()]);
  const notebook = new Notebook();
  const keys = new Map<number, CryptoKey>();
  const keep = async () => keys.set(notebook.keys.length, await derivable(notebook.keys.at(-1)!));
  await notebook.create(ana);
  await notebook.say(ana, { type: "add", member: ben });
  await notebook.say(ana, { type: "add", member: cleo });
  await keep();
  const first = notebook.log!;
  const attachment = crypto.randomUUID();
  const { stored, seal } = await sealFile(attachment, fileBytes);
  const file = {
    ...seal,
    id: attachment,
    name: "fog.jpg",
    type: "image/jpeg",
    width: 3,
    height: 2,
    duration_s: null,
    thumbnail: null,
  };
  const records: unknown[] = [];
  const entry_id = crypto.randomUUID();
  const write = async (
    by: typeof ana,
    about: { kind: "entry" | "comment"; object_id: string; version: number },
    text: Parameters<typeof sealRecord>[4],
  ) => {
    const record = await sealRecord(by, notebook.log!, keys, about, text);
    const bound = { ...about, notebook_id: notebook.id, author_id: by.id };
    records.push({ ...bound, ...record, ..."entry_id" in text ? { entry_id } : { written_at } });
  };
  const empty = { mood: null, tags: [], written_at, template_id: null, files: [] };
  const entry = { kind: "entry" as const, object_id: entry_id, version: 1 };
  await write(ana, entry, { ...empty, title: "Fog", content: "White – 🌫", files: [file] });
  const comment = { kind: "comment" as const, object_id: crypto.randomUUID(), version: 1 };
  await write(cleo, comment, { entry_id, content: "I was there" });
  await notebook.say(ana, { type: "remove", member_id: cleo.id });
  await notebook.rotate(ben);
  await keep();
  const [before, newest] = notebook.keys;
  // Ana has a wrap of the newest epoch alone, and a wrong one beside it.
  const wraps = await wrapForMembers(ben, notebook.log!, newest!, [ana.id]);
  const wrong = await wrapForMembers(ana, first, before!, [ana.id]);
  await write(ben, { ...entry, object_id: crypto.randomUUID() }, {
    ...empty,
    title: "Sun",
    content: "Yellow",
  });
  records.push({ ...records[0] as object, author_id: ben.id });
  const codeBytes = newRecoveryCode();
  code = await printRecoveryCode(codeBytes);
  const others = { prf: new Uint8Array(32).fill(1), credential_id: "AA", salt: "AA" };
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files", attachment), stored);
  writeFileSync(
    join(folder, "sealed.json"),
    JSON.stringify({
      user_id: ana.id,
      account: memberOf(ana),
      slots: [
        await newSlot(ana.id, others, secret),
        await newSlot(ana.id, { code: newRecoveryCode() }, secret),
        await newSlot(ana.id, { code: codeBytes }, secret),
      ],
      notebooks: [{
        id: notebook.id,
        log: notebook.statements,
        wrapped: [{ epoch: 2, wrapped: wrong[0]!.wrapped }, ...wraps],
        previous: [{ epoch: 2, sealed: await sealPrevious(notebook.id, 2, newest!, before!) }],
      }],
      records,
    }),
  );
});

it("prints the texts of all epochs and the files, and names what does not open", async () => {
  const digest = createHash("sha256").update(fileBytes).digest("hex");
  for (const name of await pythons()) {
    const lines = (await printed(name, code.toLowerCase().replaceAll("-", " "))).split("\n");
    expect(lines).toEqual([
      `# Fog (${written_at})`,
      "White – 🌫",
      `fog.jpg: 131073 bytes, SHA-256 ${digest}`,
      "> Comment",
      "I was there",
      `# Sun (${written_at})`,
      "Yellow",
      expect.stringMatching(/does not open: not signed by its author$/),
    ]);
  }
}, patience(60_000));

it("refuses a mistyped code and the code of another account", async () => {
  const wrong = code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
  const other = await printRecoveryCode(newRecoveryCode());
  for (const name of await pythons()) {
    expect(await printed(name, wrong)).toBe("The code is mistyped");
    expect(await printed(name, other)).toBe("The code opens no slot of this export");
  }
}, patience(60_000));
