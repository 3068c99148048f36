/** The people around the user on a date: the chain and the squad, with the photos of today. */
import { useState } from "preact/hooks";
import { Avatar, Name, Played } from "../../parts/avatar.tsx";
import { Card } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { clock, nameOf } from "../../words.ts";
import { useChain } from "./chain.ts";
import { type ChainUser, type CheckIn, type Mine, PersonStatus, TeamChip } from "./states.tsx";
import { words } from "../../words/window.ts";
import { words as common } from "../../words/common.ts";

export function Circle({ mine }: { mine: Mine }) {
  const { date, checkin } = mine.today!;
  const { value, failure, retry } = useChain(date, checkin?.id);
  const [shown, setShown] = useState<CheckIn>();
  if (!value) {
    return (
      <Card title={words.yourChain} icon="people">
        {failure ? <Failed failure={failure} retry={retry} /> : <Loading label={words.chain} />}
      </Card>
    );
  }
  const { chain, checkins } = value;
  if (!chain) {
    return (
      <Card title={words.yourChain} icon="people">
        <Empty icon="people" title={words.noChain}>
          {words.noChainHint}
        </Empty>
      </Card>
    );
  }
  const { beforeUser, currentUser, afterUser, squad } = chain;
  const me = currentUser.id;
  const inSquad = [squad?.user1, squad?.user2, squad?.user3].filter((user) => !!user);
  const checkInOf = ({ id }: ChainUser) => checkins.find(({ user_id }) => user_id === id);
  const row = (person: ChainUser, role: string) => (
    <PersonRow person={person} role={role} checkin={checkInOf(person)} onPhoto={setShown} />
  );
  const people = [currentUser, beforeUser, afterUser, ...inSquad];
  const owner = people.find((person) => person?.id === shown?.user_id);
  return (
    <>
      <Card title={words.yourChain} icon="people" aside={<TeamChip color={chain.teamColor} />}>
        <ol class="chain">
          {beforeUser
            ? row(beforeUser, words.handsYouBaton)
            : afterUser && <li class="end">{words.firstOfChain}</li>}
          {row(currentUser, common.you)}
          {afterUser
            ? row(afterUser, words.getsBaton)
            : <li class="end">{beforeUser ? words.lastOfChain : words.alone}</li>}
        </ol>
      </Card>
      <Card title={words.yourSquad} icon="team">
        {squad
          ? (
            <ul class="squad">
              {inSquad.map((person) => (
                <Member
                  key={person.id}
                  person={person}
                  isMe={person.id === me}
                  checkin={checkInOf(person)}
                  onPhoto={setShown}
                />
              ))}
            </ul>
          )
          : (
            <Empty icon="team" title={words.noSquad}>
              {words.noSquadHint}
            </Empty>
          )}
      </Card>
      {shown && owner && (
        <LargePhoto
          title={owner.id === me ? words.yourPhoto : nameOf(owner)}
          person={owner}
          checkin={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

export const LargePhoto = ({ title, person, checkin, onClose }: {
  title: string;
  person: ChainUser;
  checkin: CheckIn;
  onClose(): void;
}) => (
  <Dialog title={title} onClose={onClose}>
    <PhotoImage
      class="photo"
      src={checkin.photo_url}
      alt={words.checkInOf({ name: nameOf(person) })}
    />
    <p class="hint">
      {words.checkedInAt({ time: clock(checkin.created_at) })} <Played person={person} />
    </p>
  </Dialog>
);

interface PersonProps {
  person: ChainUser;
  checkin?: CheckIn;
  onPhoto(checkin: CheckIn): void;
}

function PersonRow({ person, role, checkin, onPhoto }: PersonProps & { role: string }) {
  const { opensAt, closesAt, city } = person;
  return (
    <li>
      <Avatar person={person} size={44} />
      <div>
        <p class="hint">{role}</p>
        <p>
          <strong>
            <Name person={person} />
          </strong>
        </p>
        <p class="facts">
          <PersonStatus person={person} />
          <span class="hint">
            {opensAt && closesAt
              ? `${clock(opensAt)} – ${clock(closesAt)}${city ? `, ${city}` : ""}`
              : words.hidden}
          </span>
        </p>
      </div>
      {checkin?.photo_url && (
        <Photo class="thumb" person={person} checkin={checkin} onPhoto={onPhoto} />
      )}
    </li>
  );
}

const Member = ({ person, isMe, checkin, onPhoto }: PersonProps & { isMe: boolean }) => (
  <li>
    {checkin?.photo_url
      ? <Photo class="thumb large" person={person} checkin={checkin} onPhoto={onPhoto} />
      : (
        <span class="thumb large empty">
          <Avatar person={person} size={56} />
        </span>
      )}
    <strong>{isMe ? common.you : <Name person={person} />}</strong>
    <PersonStatus person={person} />
  </li>
);

export const Photo = (
  { person, checkin, onPhoto, class: classes }: PersonProps & { checkin: CheckIn; class: string },
) => (
  <button
    type="button"
    class={classes}
    aria-label={words.photoOf({ name: nameOf(person) })}
    onClick={() => onPhoto(checkin)}
  >
    <PhotoImage src={checkin.photo_url} alt="" isLazy />
  </button>
);
