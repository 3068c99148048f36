/** The parts that several screens of the administration share. */
import type { components } from "@journal/client";
import type { ComponentChildren } from "preact";
import { Avatar, type Pictured } from "../parts/avatar.tsx";
import { Icon } from "../parts/icons.tsx";
import { handleOf, nameOf } from "../words.ts";

export const Head = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <header class="page-head">
    <a class="button quiet icon-only home" href="./" aria-label="To the journal">
      <Icon name="back" />
    </a>
    <h1>{title}</h1>
    {children}
  </header>
);

/** Names of things and their values. */
export const Facts = ({ facts }: { facts: Record<string, ComponentChildren> }) => (
  <dl class="facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Somebody, with a way to the account. */
export const PersonLink = ({ person }: { person: Pictured & { id: string } }) => (
  <a class="person" href={`#/users/${person.id}`}>
    <Avatar person={person} size={32} />
    <span>
      <strong>{nameOf(person)}</strong>
      <span class="hint">{handleOf(person)}</span>
    </span>
  </a>
);

/** An address as it was sent. It is a link only if a browser opens it as a page. */
export const Address = ({ url }: { url: string }) =>
  /^https?:/i.test(url)
    ? <a href={url} target="_blank" rel="noreferrer noopener">{url}</a>
    : <>{url}</>;

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});
export const usd = (amount: number): string => dollars.format(amount);

const whole = new Intl.NumberFormat("en-US");
export const amount = (number: number): string => whole.format(number);

export type User = components["schemas"]["AdminUser"];

export const UserChips = ({ user }: { user: User }) => (
  <span class="chips">
    {user.role === "super_admin" && <span class="chip completed">Super admin</span>}
    {!user.is_active && <span class="chip failed">Blocked</span>}
    {user.is_classroom && <span class="chip">Classroom</span>}
    {user.is_ai && <span class="chip">Synthetic</span>}
  </span>
);
