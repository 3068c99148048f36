import "./parts.css";
import { offline, profile } from "../service.ts";
import { syncNow } from "../session.ts";
import { Button, Card } from "./controls.tsx";
import { Icon, type IconName } from "./icons.tsx";

export type Parts = Partial<Record<IconName, { name: string; text: string }>>;

/** The parts of a screen, each with its purpose. */
export const Explanation = ({ parts }: { parts: Parts }) => (
  <dl class="explained">
    {Object.entries(parts).map(([icon, { name, text }]) => (
      <div key={icon}>
        <dt>
          <Icon name={icon as IconName} />
          {name}
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** Explains the parts of a screen until the user has read it: once, on all devices. */
export function Explained({ of, title, parts, close }: {
  /** The name under which the answer is kept. */
  of: string;
  title: string;
  parts: Parts;
  close: string;
}) {
  const own = profile.value;
  const key = `explained_${of}`;
  if (!own || own.preferences[key]) return null;
  async function keep() {
    const preferences = { ...own!.preferences, [key]: true };
    await offline.update("profile", own!.id, { preferences });
    syncNow();
  }
  return (
    <Card title={title} icon="book">
      <Explanation parts={parts} />
      <div class="actions">
        <Button look="main" onClick={keep}>{close}</Button>
      </div>
    </Card>
  );
}
