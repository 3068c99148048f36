import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import type { Remote } from "../../remote.ts";
import { words } from "../../words/people.ts";

interface Target {
  to: string;
  name: string;
}

/** To the list, where there is no room for it beside. */
export const Back = ({ to, name }: Target) => (
  <a class="button quiet back" href={`#${to}`}>
    <Icon name="back" />
    <span>{name}</span>
  </a>
);

/** The bar above a pane: the way back, and further acts. */
export const Bar = ({ back = { to: "/people", name: words.people }, children }: {
  back?: Target;
  children?: ComponentChildren;
}) => (
  <div class="article-bar">
    <Back {...back} />
    <span class="spring" />
    {children}
  </div>
);

/** A pane before its content has come, or without it after a failure. */
export const NotThere = ({ name, remote: { failure, retry } }: {
  name: string;
  remote: Remote<unknown>;
}) => (
  <div class="article">
    <Bar />
    <h1 class="hidden">{name}</h1>
    {failure ? <Failed failure={failure} retry={retry} /> : <Loading lines={5} label={name} />}
  </div>
);
