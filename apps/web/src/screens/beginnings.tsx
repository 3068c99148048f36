/** Features that the user has not tried yet: a sentence about each, and a button to begin. */
import { Button, Card } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { useInvite } from "../parts/invite-friend.tsx";
import { words } from "../words/beginnings.ts";

export function Beginnings({ hasGoals, hasWindow, isCheered, onGoal }: {
  hasGoals: boolean;
  hasWindow: boolean;
  isCheered: boolean;
  onGoal(): void;
}) {
  const { invite, isBusy, shown } = useInvite();
  if (hasGoals && hasWindow && isCheered) return null;
  return (
    <Card title={words.title} icon="spark">
      <ul class="beginnings">
        {!hasGoals && (
          <li>
            <Icon name="target" />
            <About of={words.goals} />
            <Button onClick={onGoal}>{words.goals.act}</Button>
          </li>
        )}
        {!isCheered && (
          <li>
            <Icon name="heart" />
            <About of={words.cheers} />
            <Button isBusy={isBusy} onClick={invite}>{words.cheers.act}</Button>
          </li>
        )}
        {!hasWindow && (
          <li>
            <Icon name="window" />
            <About of={words.window} />
            <a class="button" href="#/window/settings">{words.window.act}</a>
          </li>
        )}
      </ul>
      {shown}
    </Card>
  );
}

const About = ({ of: { name, text } }: { of: { name: string; text: string } }) => (
  <div>
    <strong>{name}</strong>
    <p class="hint">{text}</p>
  </div>
);
