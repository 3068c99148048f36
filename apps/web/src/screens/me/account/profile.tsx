import { useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { useAct } from "../../../act.ts";
import type { Language } from "../../../language.ts";
import { Avatar } from "../../../parts/avatar.tsx";
import { Button, Card, Field, Select } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { FilePicker } from "../../../parts/file-picker.tsx";
import { LanguageOptions } from "../../../parts/language-picker.tsx";
import { Switch, TimeZone } from "../../../parts/fields.tsx";
import { NoCopiesYet, Refusal } from "../../../parts/states.tsx";
import { api, profile } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { words as parts } from "../../../words/parts.ts";
import { words } from "../../../words/profile.ts";
import { words as friends } from "../../../words/friends.ts";
import { words as care } from "../../../words/care.ts";
import { words as review } from "../../../words/weekly-review.ts";
import { Cropper } from "./cropper.tsx";
import { Pane } from "../../../parts/pane.tsx";

type Own = Kinds["profile"];

export function ProfilePane() {
  const own = profile.value;
  return (
    <Pane title={words.title}>
      {own && <Picture own={own} />}
      {own ? <Profile key={own.id} own={own} /> : (
        <Card>
          <NoCopiesYet label={words.title} />
        </Card>
      )}
      {own && <Appearance own={own} />}
      {own && <WeeklyReview own={own} />}
      {own && <FriendsCard own={own} />}
      {own && <HelplineCard own={own} />}
    </Pane>
  );
}

/** Pixels of a side: sharp where it is shown largest, on a dense screen. */
const SIDE = 512;
export const PICTURES = "image/jpeg,image/png,image/webp";

function Picture({ own }: { own: Own }) {
  const [file, setFile] = useState<File | null>(null);
  const { isBusy, errors, act } = useAct();
  const upload = (picture: Blob) =>
    act(async () => {
      await api.post("/api/user/avatar", { body: { file: picture as never } });
      setFile(null);
      await syncNow();
      say(words.newPicture);
    });
  async function remove() {
    if (!await confirm(words.askRemovePicture, words.askRemovePictureHint, words.remove)) return;
    await act(async () => {
      await api.delete("/api/user/avatar");
      await syncNow();
      say(words.removed);
    });
  }
  return (
    <Card>
      <div class="picture">
        <Avatar person={own} size={88} />
        <div>
          <p class="hint">{words.pictureHint}</p>
          <div class="actions start">
            <FilePicker
              label={own.avatar_url ? words.changePicture : words.choosePicture}
              icon="picture"
              accept={PICTURES}
              onFile={setFile}
              disabled={!isOnline.value}
            />
            {own.avatar_url && (
              <Button look="quiet" onClick={remove} disabled={isBusy || !isOnline.value}>
                {words.remove}
              </Button>
            )}
          </div>
          {!file && <Refusal errors={errors} />}
        </div>
      </div>
      {file && (
        <Cropper
          title={words.yourPicture}
          file={file}
          side={SIDE}
          isRound
          isBusy={isBusy}
          errors={errors}
          onCropped={upload}
          onClose={() => setFile(null)}
        />
      )}
    </Card>
  );
}

function Profile({ own: { full_name, handle, timezone } }: { own: Own }) {
  const [before, setBefore] = useState({ full_name: full_name ?? "", handle, timezone });
  const [fields, setFields] = useState(before);
  const { isBusy, errors, act, setErrors } = useAct();
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });

  async function save(event: Event) {
    event.preventDefault();
    const own = { ...fields, full_name: fields.full_name.trim() || null };
    // Changes of another device stay.
    const names = Object.keys(before) as (keyof typeof before)[];
    const changed = names.filter((name) => fields[name] !== before[name]);
    const body = Object.fromEntries(changed.map((name) => [name, own[name]]));
    await act(async () => {
      await api.put("/api/user/profile", { body });
      setBefore(fields);
      await syncNow();
      say(words.saved);
    }, { handle_taken: () => setErrors({ handle: words.handleTaken }) });
  }
  return (
    <Card>
      <form onSubmit={save}>
        <Field
          label={words.name}
          autocomplete="name"
          value={fields.full_name}
          onText={(full_name) => set({ full_name })}
          error={errors.full_name}
        />
        <Field
          label={words.handle}
          value={fields.handle}
          onText={(handle) => set({ handle })}
          hint={words.handleHint}
          error={errors.handle}
          autocapitalize="none"
          required
        />
        <TimeZone
          value={fields.timezone}
          onText={(timezone) => set({ timezone })}
          error={errors.timezone}
        />
        <Refusal errors={errors} shown={["full_name", "handle", "timezone"]} />
        <div class="actions">
          {!isOnline.value && <span class="hint">{words.needsNetwork}</span>}
          <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
            {words.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Saves a setting at once. */
function useSetting() {
  const { isBusy, errors, act } = useAct();
  const keep = (body: { language?: Language; preferences?: Own["preferences"] }) =>
    act(async () => {
      await api.put("/api/user/profile", { body });
      await syncNow();
    });
  return { keep, errors, disabled: isBusy || !isOnline.value };
}

/** The language, the colours and the keys, on all devices of the user. */
function Appearance({ own: { language, preferences } }: { own: Own }) {
  const { keep, errors, disabled } = useSetting();
  return (
    <Card>
      <Select
        label={parts.language}
        value={language}
        onText={(language) => keep({ language: language as Language })}
        disabled={disabled}
      >
        <LanguageOptions />
      </Select>
      <Select
        label={words.colours}
        value={preferences.theme === "dark" || preferences.theme === "light"
          ? preferences.theme
          : "system"}
        onText={(theme) => keep({ preferences: { theme } })}
        disabled={disabled}
      >
        <option value="system">{words.themes.system}</option>
        <option value="light">{words.themes.light}</option>
        <option value="dark">{words.themes.dark}</option>
      </Select>
      <Switch
        label={words.keys}
        hint={words.keysHint}
        isOn={preferences.keys !== false}
        onSwitch={(keys) => keep({ preferences: { keys } })}
        disabled={disabled}
      />
      <Refusal errors={errors} />
    </Card>
  );
}

/** Whether friends see that the day is done, and whether entries of friends are told. */
function FriendsCard({ own: { preferences } }: { own: Own }) {
  const { keep, errors, disabled } = useSetting();
  return (
    <Card title={friends.title} icon="people">
      <Switch
        label={friends.showDone}
        hint={friends.showDoneHint}
        isOn={preferences.friend_done !== false}
        onSwitch={(friend_done) => keep({ preferences: { friend_done } })}
        disabled={disabled}
      />
      <Switch
        label={friends.tellEntries}
        isOn={preferences.friend_entries !== false}
        onSwitch={(friend_entries) => keep({ preferences: { friend_entries } })}
        disabled={disabled}
      />
      <Refusal errors={errors} />
    </Card>
  );
}

/** Whether helplines stand below texts that speak of danger to their author. */
function HelplineCard({ own: { preferences } }: { own: Own }) {
  const { keep, errors, disabled } = useSetting();
  return (
    <Card title={care.setting} icon="heart">
      <Switch
        label={care.setting}
        hint={care.settingHint}
        isOn={preferences.care_card !== false}
        onSwitch={(care_card) => keep({ preferences: { care_card } })}
        disabled={disabled}
      />
      <Refusal errors={errors} />
    </Card>
  );
}

function WeeklyReview({ own: { preferences } }: { own: Own }) {
  const { keep, errors, disabled } = useSetting();
  return (
    <Card title={review.title} icon="journal">
      <Switch
        label={review.inApp}
        hint={review.inAppHint}
        isOn={preferences.weekly_review === true}
        onSwitch={(weekly_review) => keep({ preferences: { weekly_review } })}
        disabled={disabled}
      />
      <Switch
        label={review.byMail}
        hint={review.byMailHint}
        isOn={preferences.weekly_review_mail === true}
        onSwitch={(weekly_review_mail) => keep({ preferences: { weekly_review_mail } })}
        disabled={disabled}
      />
      <Refusal errors={errors} />
    </Card>
  );
}
