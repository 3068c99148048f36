/** A sealed notebook and the people who read it, as its signed log names them. */
import { useState } from "preact/hooks";
import type { Reader, SealedNotebook } from "@journal/client/sealed";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { cardsOf } from "../../data-api.ts";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { allNotebooks } from "../../sealed.ts";
import { offline } from "../../service.ts";
import { heard, isOnline, syncNow } from "../../session.ts";
import { nameOf } from "../../words.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { Names } from "../people/search.tsx";
import { asRefusal, useSealedAct } from "./acts.ts";
import { Add } from "./add-members.tsx";
import { Compare, type Member } from "./compare.tsx";
import { readNotebook, sealed } from "./device.ts";
import { Gate } from "./gate.tsx";

export function SealedMembers({ id }: { id: string }) {
  const notebook = allNotebooks.value.find((each) => each.id === id);
  return (
    <div class="article">
      <a class="button quiet up" href={`#/journal?notebook=${id}`}>
        <Icon name="back" />
        <span>{notebook?.name ?? common.journal}</span>
      </a>
      <h1>{words.members}</h1>
      <Gate>
        <Members id={id} />
      </Gate>
    </div>
  );
}

function Members({ id }: { id: string }) {
  const [version, setVersion] = useState(0);
  const remote = useRemote(async () => {
    const notebook = await readNotebook(id)
      .catch((error) => Promise.reject(asRefusal(error, words.logFailures)));
    return { notebook, people: await cardsOf(notebook.readers.map((each) => each.id)) };
  }, [id, version, heard.value, isOnline.value]);
  const changed = () => {
    setVersion((now) => now + 1);
    syncNow();
  };
  return (
    <Loaded remote={remote} label={words.members}>
      {({ notebook, people }) => (
        <>
          <Facts notebook={notebook} />
          <Readers notebook={notebook} people={people} onChange={changed} />
          {notebook.owner === offline.userId && !notebook.closed && !notebook.isOut && (
            <Add notebook={notebook} onChange={changed} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** The unusual states of the notebook. */
const Facts = (
  { notebook: { failure, closed, isOut, owner, rotationDue } }: { notebook: SealedNotebook },
) => (
  <>
    {isOut && (
      <p class="notice">
        <Icon name="lock" />
        <span>{words.isOut}</span>
      </p>
    )}
    {failure && (
      <p class="notice warning" role="alert">
        <Icon name="warning" />
        <span>{words.logFailed} {{ ...words.failures, ...words.logFailures }[failure]}</span>
      </p>
    )}
    {closed && !isOut && (
      <p class="notice">
        <Icon name="lock" />
        <span>{owner === offline.userId ? words.closedByAnew : words.closed}</span>
      </p>
    )}
    {rotationDue && !closed && !isOut && (
      <p class="notice">
        <Icon name="warning" />
        <span>{words.rotationDue}</span>
      </p>
    )}
  </>
);

function Readers({ notebook, people, onChange }: {
  notebook: SealedNotebook;
  people: Member[];
  onChange(): void;
}) {
  const { id, owner, readers, closed, isOut } = notebook;
  const [compared, compare] = useState<Member>();
  const { isBusy, errors, act } = useSealedAct();
  const isOwner = owner === offline.userId;
  const { notebooks } = sealed();
  const change = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    const isDone = await act(work);
    if (isDone) {
      say(done);
      onChange();
    }
    return isDone;
  };
  const leave = async () => {
    if (!await confirm(words.askLeave, words.leaveHint, words.leave)) return;
    if (await change(() => notebooks.leave(id), words.hasLeft)) go("/journal");
  };
  const nobody = (user: string): Member => ({
    id: user,
    handle: null,
    full_name: null,
    avatar_url: null,
    is_synthetic: null,
  });
  const actsOn = ({ id: user }: Reader, person: Member): Acts => [
    { name: words.compare, icon: "shield", run: () => compare(person) },
    isOwner && !isBusy && {
      name: words.handOver,
      icon: "people",
      asks: { title: words.askHandOver({ name: nameOf(person) }), text: words.handOverHint },
      run: () => change(() => notebooks.handOver(id, user), words.isHandedOver),
    },
    isOwner && !isBusy && {
      name: words.remove,
      icon: "block",
      asks: {
        title: words.askRemoveMember({ name: nameOf(person) }),
        text: words.removeMemberHint,
      },
      run: () => change(() => notebooks.remove(id, [user]), words.isRemoved),
    },
  ];
  // The service tells the present readers to members alone.
  if (isOut) return null;
  return (
    <Card title={words.readersCount({ count: readers.length })} icon="people">
      <p class="hint">{words.membersHint}</p>
      <ul class="rows sealed-people">
        {readers.map((reader) => {
          const person = people.find((each) => each.id === reader.id) ?? nobody(reader.id);
          return (
            <li key={reader.id}>
              <Avatar person={person} />
              <Names person={person} />
              {reader.id === offline.userId && <span class="chip">{common.you}</span>}
              {reader.isOwner && <span class="chip">{words.owner}</span>}
              {reader.isGone && <span class="chip">{words.isGone}</span>}
              {reader.isOther && (
                <span class="chip">
                  <Icon name="warning" size={14} />
                  {words.otherKeys}
                </span>
              )}
              {reader.id !== offline.userId && (
                <Menu label={nameOf(person)} acts={actsOn(reader, person)} />
              )}
            </li>
          );
        })}
      </ul>
      <Refusal errors={errors} />
      <div class="actions">
        {!isOwner && <Button look="quiet" disabled={isBusy} onClick={leave}>{words.leave}</Button>}
        {!closed && (
          <Button
            look="quiet"
            disabled={isBusy || !isOnline.value}
            onClick={() => change(() => notebooks.renewKey(id), words.keyIsNew)}
          >
            {words.renewKey}
          </Button>
        )}
      </div>
      {compared && (
        <Compare
          person={compared}
          onClose={() => compare(undefined)}
          onAccepted={onChange}
        />
      )}
    </Card>
  );
}
