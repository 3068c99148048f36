/** The list of all users, with links to their accounts. */
import { Avatar } from "../parts/avatar.tsx";
import { Select } from "../parts/controls.tsx";
import { Pages } from "../parts/pages.tsx";
import { SearchField } from "../parts/fields.tsx";
import { Empty } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { go, path, query } from "../router.ts";
import { api } from "../service.ts";
import { nameOf } from "../words.ts";
import { amount, Head, usd, UserChips } from "./parts.tsx";
import { UserScreen } from "./user.tsx";

export function UsersScreen() {
  const id = path.value[1];
  return id ? <UserScreen id={id} key={id} /> : <List />;
}

const kinds = {
  "": "Everybody",
  "role=super_admin": "Super admins",
  "is_active=false": "Blocked",
};

function List() {
  const q = query.value.get("q") ?? "";
  const kind = query.value.get("kind") ?? "";
  const pages = usePages(async (cursor) => {
    const { users, next_cursor } = await api.get("/api/admin/users", {
      params: {
        query: { q: q || undefined, cursor, ...Object.fromEntries(new URLSearchParams(kind)) },
      },
    });
    return { items: users, next: next_cursor };
  }, [`${kind} ${q}`]);
  const show = (changes: Record<string, string>) => {
    const next = new URLSearchParams({ q, kind, ...changes });
    go(`/users?${next}`, { replace: true });
  };
  return (
    <div class="page wide">
      <Head title="Users" />
      <div class="finder">
        <SearchField
          label="Search"
          placeholder="Name, handle or e-mail"
          value={q}
          onText={(q) => show({ q })}
        />
        <Select label="Show" value={kind} onText={(kind) => show({ kind })}>
          {Object.entries(kinds).map(([value, name]) => (
            <option key={value} value={value}>{name}</option>
          ))}
        </Select>
      </div>
      <section class="card" aria-label="Users">
        <Pages
          pages={pages}
          label="Users"
          empty={
            <Empty icon="people" title="Nobody like that">Try another part of the name.</Empty>
          }
        >
          {(user) => (
            <li key={user.id}>
              <a class="row user-row" href={`#/users/${user.id}`}>
                <Avatar person={user} />
                <span class="who">
                  <strong>{nameOf(user)}</strong>
                  <span class="hint">
                    {user.is_ai || !user.email ? `@${user.handle}` : user.email}
                  </span>
                  <UserChips user={user} />
                </span>
                <span class="figures">
                  <span>{amount(user.drops_balance)} drops</span>
                  <span class="hint">{usd(user.token_usage.total_cost_usd)} this month</span>
                </span>
              </a>
            </li>
          )}
        </Pages>
      </section>
    </div>
  );
}
