/** Imports of archives with the records of sealed entries. */
import { expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { it } from "../support/it.ts";
import { withToken } from "../support/people.ts";
import { codeOf } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { download, ended, form, importInto, markdown, zipOf } from "../user/archives.ts";
import { deviceOf, makeSealed, writeSealed } from "./devices.ts";

const path = "/api/user/imports";

it("of sealed records are the user's own, and refused to a super admin who acts as the user", async ({ ana, admin }) => {
  const owner = await deviceOf(ana);
  const { id } = await makeSealed(owner);
  await writeSealed(owner, id);
  const archive = await download(ana);
  const session = await impersonate(admin, ana);
  const other = withToken(session.token);
  expect(await codeOf(other("POST", path, form(archive)))).toBe("403 impersonated");
  const open = await zipOf({ "a.md": markdown("title: t") });
  const started = await other("POST", path, form(open));
  expect(started.status).toBe(201);
  expect(await ended(ana, started.body.import)).toMatchObject({ imported: 1 });
  expect(await importInto(ana, archive)).toMatchObject({ imported: 0, skipped: 1, failed: 0 });
  await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
  expect(await codeOf(ana.api("POST", path, form(archive)))).toBe("403 forbidden");
});
