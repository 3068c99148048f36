/** What the database lets one request of a client cost. */
import { expect, it } from "vitest";
import { person, persons } from "../support/people.ts";
import { as, sql, undone } from "../support/sql.ts";

it.each([["GET", "3s"], ["HEAD", "3s"], ["POST", "0"], ["PATCH", "0"]])(
  "a %s has a statement timeout of %s beside that of its role",
  async (method, timeout) => {
    const { id: sub } = await person("Ana");
    const [row] = await as({ role: "authenticated", sub }, async (tx) => {
      await tx`select set_config('request.method', ${method}, true)`;
      await tx`select private.pre_request()`;
      return await tx`select current_setting('statement_timeout') as timeout`;
    });
    expect(row!.timeout).toBe(timeout);
  },
);

it("the roles of the Data API have these settings, in every database", async () => {
  const settings = await sql<{ setting: string }[]>`
    select concat_ws(' ', rolname, datname, setting) as setting
    from pg_db_role_setting as s
    left join pg_roles as r on r.oid = s.setrole
    left join pg_database as d on d.oid = s.setdatabase
    cross join lateral unnest(s.setconfig) as setting
    where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') or setrole = 0
    order by 1`;
  expect(settings.map(({ setting }) => setting)).toEqual([
    "anon statement_timeout=3s",
    "authenticated statement_timeout=8s",
    "authenticated work_mem=4096",
    "authenticator lock_timeout=8s",
    "authenticator pgrst.db_pre_request=private.pre_request",
    "authenticator statement_timeout=8s",
    'postgres search_path="$user", public, extensions',
  ]);
});

it("a count, or the time of a reading, is changed without evaluating costly checks", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const media = { url: "https://vimeo.com/1", picture: "https://example.com/a.png" };
  await undone(async (tx) => {
    const [drop] = await tx`
      insert into public.drop_templates (drop_type, title, media_url, thumbnail_url)
      values ('media', 'Song', ${media.url}, ${media.picture}) returning id`;
    const [sent] = await tx`
      insert into public.drops_sent
        (sender_id, recipient_id, drop_type, media_url, bonus_drops, engagement_window_ends_at)
      values (${ana.id}, ${ben.id}, 'media', ${media.url}, 0, now()) returning id`;
    const [dream] = await tx`
      insert into public.dreams (user_id, title) values (${ana.id}, 'Coil') returning id`;
    const refused: [table: string, column: string, id: string, value: string][] = [
      ["drop_templates", "media_url", drop!.id, '"https://example.com/1"'],
      ["drop_templates", "thumbnail_url", drop!.id, '"http://example.com/a.png"'],
      ["drops_sent", "media_url", sent!.id, '"https://example.com/1"'],
      ["dreams", "steps", dream!.id, '[{"title": "No state"}]'],
    ];
    for (const [table, column, id, value] of refused) {
      const update = tx.savepoint((point) =>
        point`
          update public.${sql(table)} as t
          set ${sql(column)} = (jsonb_populate_record(t, ${
          sql.json({ [column]: JSON.parse(value) })
        })).${sql(column)} where id = ${id}`
      );
      await expect(update).rejects.toThrow(
        `new row for relation "${table}" violates check constraint "${table}_${column}_check"`,
      );
    }
    for (
      const check of [
        "is_media_url(p_url text)",
        "is_web_address(p_url text)",
        "is_steps(p_steps jsonb)",
      ]
    ) {
      await tx.unsafe(`create or replace function private.${check} returns boolean
        language plpgsql immutable as $$ begin raise 'evaluated'; end $$`);
    }
    await tx`update public.drop_templates set usage_count = 1 where id = ${drop!.id}`;
    await tx`update public.drops_sent set read_at = now() where id = ${sent!.id}`;
    await tx`update public.dreams set build_count = 1 where id = ${dream!.id}`;
  });
});
