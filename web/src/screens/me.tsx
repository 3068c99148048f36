import { useState } from "preact/hooks";
import type { Kinds } from "journal-client";
import { JournalError } from "journal-client";
import { Avatar } from "../parts/avatar.tsx";
import { Button, Card, Field, Select } from "../parts/controls.tsx";
import { confirm, say } from "../parts/dialog.tsx";
import { Empty, NoCopiesYet } from "../parts/states.tsx";
import { api, notifications, offline, pending, profile, unread } from "../service.ts";
import { isOnline, leave, syncNow } from "../session.ts";
import { count, moment, nameOf } from "../words.ts";

export function MeScreen() {
  const own = profile.value;
  return (
    <div class="page me">
      <header class="page-head">
        {own && <Avatar person={own} size={56} />}
        <div>
          <h1>{own ? nameOf(own) : "Me"}</h1>
          {own && <p class="hint">@{own.handle}</p>}
        </div>
      </header>
      <Notifications />
      {own ? <Profile key={own.id} profile={own} /> : (
        <Card title="Profile" icon="me">
          <NoCopiesYet label="Profile" />
        </Card>
      )}
      <SignOut />
    </div>
  );
}

const SHOWN = 8;

function Notifications() {
  const [shown, setShown] = useState(SHOWN);
  const list = notifications.value;
  const read = async (ids: string[]) => {
    await offline.read(ids);
    syncNow();
  };
  const idsUnread = list.filter(({ read_at }) => !read_at).map(({ id }) => id);
  return (
    <Card
      title="Notifications"
      icon="bell"
      aside={unread.value > 0 && (
        <Button look="quiet" onClick={() => read(idsUnread)}>Mark all as read</Button>
      )}
    >
      {!list.length && !profile.value
        ? <NoCopiesYet label="Notifications" />
        : !list.length
        ? <Empty icon="bell" title="Nothing new">What concerns you appears here by itself.</Empty>
        : (
          <ul class="notifications">
            {list.slice(0, shown).map(({ id, title, body, created_at, read_at }) => (
              <li key={id} class={read_at ? "" : "new"}>
                <div>
                  <p class="meta">
                    <strong>{title}</strong> <span>{moment(created_at)}</span>
                  </p>
                  <p>{body}</p>
                </div>
                {!read_at && (
                  <Button
                    look="quiet"
                    icon="check"
                    aria-label={`Mark as read: ${title}`}
                    onClick={() => read([id])}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      {list.length > shown && <Button onClick={() => setShown(shown + 50)}>Show more</Button>}
    </Card>
  );
}

const zones = Intl.supportedValuesOf("timeZone");

function Profile({ profile: { full_name, handle, timezone } }: { profile: Kinds["profile"] }) {
  const [fields, setFields] = useState({ full_name: full_name ?? "", handle, timezone });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offered = zones.includes(fields.timezone) ? zones : [fields.timezone, ...zones];

  async function save(event: Event) {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await api.put("/api/user/profile", {
        body: { ...fields, full_name: fields.full_name.trim() || null },
      });
      await syncNow();
      say("Saved");
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const named = error.code === "handle_taken"
        ? [["handle", "Somebody else has this handle"]]
        : error.fields.map(({ path, message }) => [path, message]);
      setErrors(named.length ? Object.fromEntries(named) : { "": error.message });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title="Profile" icon="me">
      <form onSubmit={save}>
        <Field
          label="Name"
          autocomplete="name"
          value={fields.full_name}
          onText={(full_name) => set({ full_name })}
          error={errors.full_name}
        />
        <Field
          label="Handle"
          value={fields.handle}
          onText={(handle) => set({ handle })}
          hint="Others mention you with it: letters, digits and underscores"
          error={errors.handle}
          autocapitalize="none"
          required
        />
        <Select
          label="Time zone"
          value={fields.timezone}
          onText={(timezone) => set({ timezone })}
          error={errors.timezone}
          hint={fields.timezone !== here && (
            <>
              This device is in {here}.{" "}
              <Button look="quiet" onClick={() => set({ timezone: here })}>Take it</Button>
            </>
          )}
        >
          {offered.map((zone) => (
            <option key={zone} value={zone}>{zone.replaceAll("_", " ")}</option>
          ))}
        </Select>
        <div aria-live="polite">{errors[""] && <p class="error">{errors[""]}</p>}</div>
        <div class="actions">
          {!isOnline.value && <span class="hint">Saving this needs a network.</span>}
          <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
            Save profile
          </Button>
        </div>
      </form>
    </Card>
  );
}

function SignOut() {
  async function ask() {
    const waiting = pending.value;
    const text = waiting
      ? `${
        count(waiting, "change")
      } of yours could not be sent yet and will be lost. Everything else is kept by the service.`
      : "Your journal is kept by the service. Nothing of it stays on this device.";
    if (await confirm("Sign out?", text, waiting ? "Sign out and lose them" : "Sign out")) {
      await leave();
    }
  }
  return (
    <Card title="This device" icon="lock">
      <p class="hint">Your journal has a copy here, so that it opens without a network.</p>
      <div class="actions">
        <Button look="danger" onClick={ask}>Sign out</Button>
      </div>
    </Card>
  );
}
