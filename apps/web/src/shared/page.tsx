/** The page of a share link, for anybody who has it: the entry, or the reason for its absence. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, openingOf } from "@journal/client";
import { Avatar } from "../parts/avatar.tsx";
import { Button, Field } from "../parts/controls.tsx";
import { Icon, type IconName, Logo } from "../parts/icons.tsx";
import { LanguagePicker } from "../parts/language-picker.tsx";
import { Player } from "../parts/player.tsx";
import { Text } from "../parts/text.tsx";
import { isInText } from "../photo-marks.ts";
import { nameOfEntry } from "../names.ts";
import { dateOf, moodName, nameOf, span } from "../words.ts";
import { words } from "../words/shared.ts";

export function SharedPage({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const main = useRef<HTMLElement>(null);
  async function read(passphrase?: string) {
    setBusy(true);
    setOutcome(await readShared(code, passphrase));
    setBusy(false);
    // A reader who has typed the passphrase goes on at the entry.
    if (passphrase) main.current?.focus();
  }
  useEffect(() => void read(), []);
  return (
    <div class="shared">
      <header class="page-heading">
        <a href="./" aria-label={words.journal}>
          <Logo />
        </a>
        <LanguagePicker />
      </header>
      <main ref={main} tabIndex={-1}>
        {!outcome
          ? (
            <div class="loading" role="status">
              <span class="hidden">{words.loading}</span>
              {[1, 2, 3, 4].map((line) => <span class="bone" key={line} />)}
            </div>
          )
          : "entry" in outcome
          ? <Entry entry={outcome.entry} />
          : outcome.why === "passphrase"
          ? <Passphrase isBusy={isBusy} refusal={outcome.message} onText={read} />
          : <None outcome={outcome} isBusy={isBusy} retry={() => read()} />}
      </main>
      <footer>
        <p class="hint">
          {words.sharedByAuthor} <a href="./">{words.whatIsJournal}</a>
        </p>
      </footer>
    </div>
  );
}

function Entry({ entry }: { entry: SharedEntry }) {
  const { content, mood, written_at, author, attachments } = entry;
  const title = nameOfEntry(entry);
  const { isHeading, rest } = openingOf(entry);
  const photos = new Map(
    attachments.filter(({ kind, url }) => kind === "image" && url)
      .map(({ id, url }) => [id, { src: url!, small: url! }]),
  );
  useEffect(() => void (document.title = words.pageTitle({ title })), []);
  return (
    <article>
      <p class="author">
        <Avatar person={author} size={44} />
        <span>
          <strong>{nameOf(author)}</strong>
          <span class="hint">{dateOf(written_at)}</span>
        </span>
      </p>
      <h1 class={isHeading || entry.title.trim() ? "" : "hidden"}>{title}</h1>
      {mood && (
        <p class="chips">
          <span class="chip mood">{moodName(mood)}</span>
        </p>
      )}
      <Text
        text={isHeading ? rest : content}
        among={{ photos, onPhoto: (id) => open(photos.get(id)!.src, "_blank", "noopener") }}
      />
      <Files files={attachments.filter(({ id, url }) => url && !isInText(content, id))} />
    </article>
  );
}

function Files({ files }: { files: SharedEntry["attachments"] }) {
  if (!files.length) return null;
  return (
    <ul class="files" aria-label={words.photosAndRecordings}>
      {files.map(({ id, kind, url, width, height, duration_s, transcript }, index) => (
        <li key={id}>
          {kind === "image"
            ? (
              <a href={url!}>
                <img
                  src={url!}
                  alt={words.photo({ n: index + 1 })}
                  width={width!}
                  height={height!}
                  loading="lazy"
                />
              </a>
            )
            : <Player src={url!} seconds={duration_s} label={words.recording({ n: index + 1 })} />}
          {transcript && <p class="hint">{transcript}</p>}
        </li>
      ))}
    </ul>
  );
}

function Passphrase(
  { isBusy, refusal, onText }: {
    isBusy: boolean;
    refusal: string;
    onText(text: string): Promise<void>;
  },
) {
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  async function submit(event: Event) {
    event.preventDefault();
    await onText(text);
    setTried(true);
  }
  return (
    <div class="card">
      <Icon name="lock" size={32} />
      <h1>{words.hasPassphrase}</h1>
      <p>{words.hasPassphraseHint}</p>
      <form onSubmit={submit}>
        <Field
          label={words.passphrase}
          type="password"
          value={text}
          onText={setText}
          error={isTried ? refusal : undefined}
          required
          autofocus
        />
        <Button look="main" type="submit" isBusy={isBusy}>{words.open}</Button>
      </form>
    </div>
  );
}

const icons: Record<keyof typeof words.states, IconName> = {
  gone: "link",
  unknown: "search",
  wait: "lock",
  failed: "warning",
  offline: "offline",
};

function None(
  { outcome: { why, message, wait }, isBusy, retry }: {
    outcome: Exclude<Outcome, { entry: unknown }>;
    isBusy: boolean;
    retry(): void;
  },
) {
  const { title, text }: { title: string; text?: string } =
    words.states[why as keyof typeof words.states];
  const isOver = why === "gone" || why === "unknown";
  return (
    <div class="card" role="status">
      <Icon name={icons[why as keyof typeof icons]} size={32} />
      <h1>{title}</h1>
      <p>
        {text ?? message}
        {wait && ` ${words.opensIn({ time: span(wait * 1000) })}`}
      </p>
      {!isOver && <Button isBusy={isBusy} onClick={retry}>{words.tryAgain}</Button>}
    </div>
  );
}

type SharedEntry = Answer<"/api/shared/{code}", "get">["entry"];

type Outcome =
  | { entry: SharedEntry }
  | {
    why: "passphrase" | "gone" | "unknown" | "wait" | "failed" | "offline";
    message: string;
    /** Seconds until it makes sense to try again. */
    wait?: number;
  };

const reasons = { 401: "passphrase", 404: "unknown", 410: "gone", 429: "wait" } as const;

/** Reads the entry of a share link. The reader is not signed in, so it does without the client. */
async function readShared(code: string, passphrase?: string): Promise<Outcome> {
  const { url } = globalThis.journalService;
  try {
    const answer = await fetch(`${url}/functions/v1/api/shared/${encodeURIComponent(code)}`, {
      headers: passphrase ? { "X-Share-Passphrase": encodeURIComponent(passphrase) } : {},
      cache: "no-store",
    });
    const body = await answer.json();
    if (answer.ok) return body;
    return {
      why: reasons[answer.status as keyof typeof reasons] ?? "failed",
      message: body.error,
      wait: Number(answer.headers.get("retry-after")) || undefined,
    };
  } catch {
    return { why: "offline", message: words.couldNotLoad };
  }
}
