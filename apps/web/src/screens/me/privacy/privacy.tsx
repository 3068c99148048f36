import { hasAgreed, type Kinds } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Avatar, Name, type Person } from "../../../parts/avatar.tsx";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { later } from "../../../parts/later.tsx";
import { Empty, Loaded, NoCopiesYet, Refusal } from "../../../parts/states.tsx";
import { Switch } from "../../../parts/fields.tsx";
import { useRemote } from "../../../remote.ts";
import { api, offline, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { handleOf, nameOf } from "../../../words.ts";
import { Credentials } from "../account/credentials.tsx";
import { cardsOf } from "../../../data-api.ts";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/me.ts";

const Passkeys = later(async () => (await import("../account/passkeys.tsx")).Passkeys, true);

type Own = Kinds["profile"];

export function PrivacyPane() {
  const own = profile.value;
  return (
    <Pane title={words.privacy}>
      {own ? <Consent own={own} /> : (
        <Card>
          <NoCopiesYet label={words.settings} />
        </Card>
      )}
      {own && <Blocked own={own} />}
      <Credentials />
      <Passkeys />
    </Pane>
  );
}

/** The permissions of the user. */
function Consent({ own }: { own: Own }) {
  const { errors, act } = useAct();
  const save = (work: () => Promise<unknown>) => act(async () => (await work(), await syncNow()));
  const isShut = !isOnline.value;
  return (
    <Card title={words.whatYouAllow} icon="shield">
      <div class="switches">
        <Switch
          label={words.aiFindsMood}
          hint={words.aiFindsMoodHint}
          isOn={own.mood_analysis_enabled}
          disabled={isShut}
          onSwitch={(mood_analysis_enabled) =>
            save(() =>
              api.put("/api/user/profile", {
                body: { mood_analysis_enabled, preferences: { mood_asked: true } },
              })
            )}
        />
        <Switch
          label={words.aiWhenAsked}
          hint={words.aiWhenAskedHint}
          isOn={hasAgreed(own)}
          // It holds at once, also before the service knows.
          onSwitch={(ai_acts) =>
            save(() =>
              offline.update("profile", own.id, { preferences: { ...own.preferences, ai_acts } })
            )}
        />
        <Switch
          label={words.assistantReads}
          hint={words.assistantReadsHint}
          isOn={own.read_notes_enabled}
          disabled={isShut}
          onSwitch={(read_notes_enabled) =>
            save(() => api.put("/api/chat/settings", { body: { read_notes_enabled } }))}
        />
        <Switch
          label={words.assistantWrites}
          hint={words.assistantWritesHint}
          isOn={own.check_in_enabled}
          disabled={isShut}
          onSwitch={(check_in_enabled) =>
            save(() => api.put("/api/chat/settings", { body: { check_in_enabled } }))}
        />
        <Switch
          label={words.mosaicPhotos}
          hint={words.mosaicPhotosHint}
          isOn={own.preferences.mosaic_photo ?? false}
          disabled={isShut}
          onSwitch={(mosaic_photo) =>
            save(() => api.put("/api/user/profile", { body: { preferences: { mosaic_photo } } }))}
        />
      </div>
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">{words.changeNeedsNetwork}</p>}
    </Card>
  );
}

function Blocked({ own: { blocked_user_ids: ids } }: { own: Own }) {
  const remote = useRemote(() => cardsOf(ids), ["blocked", ids.join()]);
  const { isBusy, errors, act } = useAct();
  const unblock = (person: Person & { id: string }) =>
    act(async () => {
      const blocked_user_ids = ids.filter((id) => id !== person.id);
      await api.put("/api/user/profile", { body: { blocked_user_ids } });
      await syncNow();
      say(words.isUnblocked({ name: nameOf(person) }));
    });
  return (
    <Card title={words.blockedPeople} icon="people">
      {!ids.length
        ? (
          <Empty icon="people" title={words.nobodyBlocked}>
            {words.nobodyBlockedHint}
          </Empty>
        )
        : (
          <Loaded remote={remote} label={words.blockedPeople}>
            {(people) => (
              <ul class="ledger">
                {people.map((person) => (
                  <li key={person.id}>
                    <Avatar person={person} />
                    <div>
                      <a href={`#/people/person/${person.id}`}>
                        <Name person={person} />
                      </a>
                      <p class="hint">{handleOf(person)}</p>
                    </div>
                    <Button
                      onClick={() => unblock(person)}
                      disabled={isBusy || !isOnline.value}
                      aria-label={words.unblockNamed({ name: nameOf(person) })}
                    >
                      {words.unblock}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        )}
      <Refusal errors={errors} />
    </Card>
  );
}
