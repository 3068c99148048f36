import { useState } from "preact/hooks";
import { Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { api } from "../../../service.ts";
import { brokeOff, Download, received, save } from "./download.tsx";
import { words } from "../../../words/me.ts";

/** The journal as Markdown files, in as many archives as it takes. */
export function Archive() {
  const [next, setNext] = useState<{ part: number; from?: string }>({ part: 1 });

  const work = async (signal: AbortSignal, progress: (bytes: number) => void) => {
    const body = await api.get("/api/user/export/markdown", {
      params: { query: { from: next.from } },
      parseAs: "stream",
      signal,
    });
    const file = await received(body, "application/zip", progress);
    const { next_from } = await summaryOf(file);
    const part = next_from || next.part > 1 ? `-part-${next.part}` : "";
    save(file, `journal-${new Date().toISOString().slice(0, 10)}${part}.zip`);
    say(
      next_from ? words.archivePartSaved({ part: next.part }) : words.archiveSaved,
    );
    setNext(next_from ? { part: next.part + 1, from: next_from } : { part: 1 });
  };
  return (
    <Card title={words.archive} icon="journal">
      <p>
        {words.archiveHint}
      </p>
      <Download
        label={next.part > 1 ? words.downloadPart({ part: next.part }) : words.downloadMarkdown}
        work={work}
      >
        {next.part > 1 && <p class="hint">{words.moreParts({ part: next.part - 1 })}</p>}
      </Download>
    </Card>
  );
}

/** The content of an archive's last file, `archive.json`, which stands before the directory. */
async function summaryOf(file: Blob): Promise<{ next_from: string | null }> {
  const end = new DataView(await file.slice(-22).arrayBuffer());
  if (end.byteLength < 22 || end.getUint32(0, true) !== 0x06054b50) throw brokeOff();
  const directory = end.getUint32(16, true);
  const text = await file.slice(Math.max(0, directory - 500), directory).text();
  const summary = /\{"from":.*\}(?=\n)/.exec(text)?.[0];
  if (!summary) throw brokeOff();
  return JSON.parse(summary);
}
