/** The people around the user on a date: the chain and the squad, with the photos of today. */
import { useState } from "preact/hooks";
import { Avatar } from "../../parts/avatar.tsx";
import { Card } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { clock, nameOf } from "../../words.ts";
import { useChain } from "./now.tsx";
import { type ChainUser, type CheckIn, type Mine, PersonStatus, TeamChip } from "./states.tsx";

export function Circle({ mine }: { mine: Mine }) {
  const { date, checkin } = mine.today!;
  const { value, failure, retry } = useChain(date, checkin?.id);
  const [shown, setShown] = useState<CheckIn>();
  if (!value) {
    return (
      <Card title="Your chain" icon="people">
        {failure ? <Failed failure={failure} retry={retry} /> : <Loading label="Chain" />}
      </Card>
    );
  }
  const { chain, checkins } = value;
  if (!chain) {
    return (
      <Card title="Your chain" icon="people">
        <Empty icon="people" title="No chain for this day">
          The chains of a day are linked at night, and within seconds of a change of your window.
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
      <Card title="Your chain" icon="people" aside={<TeamChip color={chain.teamColor} />}>
        <ol class="chain">
          {beforeUser
            ? row(beforeUser, "Hands you the baton")
            : <li class="end">You are the first of this chain.</li>}
          {row(currentUser, "You")}
          {afterUser
            ? row(afterUser, "Gets the baton from you")
            : <li class="end">You are the last of this chain.</li>}
        </ol>
      </Card>
      <Card title="Your squad" icon="team">
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
            <Empty icon="team" title="No squad today">
              Squads are made of three neighbours. Today the count left nobody over for yours.
            </Empty>
          )}
      </Card>
      {shown && owner && (
        <Dialog
          title={owner.id === me ? "Your photo" : nameOf(owner)}
          onClose={() => setShown(undefined)}
        >
          <img class="photo" src={shown.photo_url!} alt={`Check-in of ${nameOf(owner)}`} />
          <p class="hint">Checked in at {clock(shown.created_at)}</p>
        </Dialog>
      )}
    </>
  );
}

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
          <strong>{nameOf(person)}</strong>
        </p>
        <p class="facts">
          <PersonStatus person={person} />
          <span class="hint">
            {opensAt && closesAt
              ? `${clock(opensAt)} – ${clock(closesAt)}${city ? `, ${city}` : ""}`
              : "Hidden"}
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
    <strong>{isMe ? "You" : nameOf(person)}</strong>
    <PersonStatus person={person} />
  </li>
);

const Photo = (
  { person, checkin, onPhoto, class: classes }: PersonProps & { checkin: CheckIn; class: string },
) => (
  <button
    type="button"
    class={classes}
    aria-label={`Photo of ${nameOf(person)}`}
    onClick={() => onPhoto(checkin)}
  >
    <img src={checkin.photo_url!} alt="" loading="lazy" />
  </button>
);
