import { useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card, Field, Select, TextArea } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Switch } from "../../parts/switch.tsx";
import { go } from "../../router.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import type { Pack } from "./pack-facts.ts";

type Theme = components["schemas"]["TonePackTheme"];

const themes: Record<Theme, string> = {
  origami: "Origami",
  animals: "Animals",
  nature: "Nature",
  abstract: "Abstract",
  geometric: "Geometric",
  minimalist: "Minimalist",
  watercolor: "Watercolour",
  "line-art": "Line art",
  icons: "Icons",
  emojis: "Emojis",
  shapes: "Shapes",
  patterns: "Patterns",
};

/** Makes a pack, or changes one. */
export function PackForm({ pack, onSaved }: { pack?: Pack; onSaved?(): void }) {
  const [fields, setFields] = useState({
    name: pack?.name ?? "",
    description: pack?.description ?? "",
    theme: pack?.theme ?? "watercolor" as Theme,
    is_public: pack?.is_public ?? false,
  });
  const [price, setPrice] = useState(String(pack?.price_drops ?? 0));
  const { isBusy, errors, act } = useAct();
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });

  async function save(event: Event) {
    event.preventDefault();
    const body = { ...fields, name: fields.name.trim(), price_drops: Number(price) };
    await act(async () => {
      if (pack) {
        await api.put("/api/tone-packs/{id}", { params: { path: { id: pack.id } }, body });
        onSaved?.();
      } else {
        const made = await api.post("/api/tone-packs", { body });
        go(`/me/packs/${made.pack.id}`, { replace: true });
      }
      say("Saved");
    });
  }
  return (
    <Card>
      <form onSubmit={save}>
        <Field
          label="Name"
          value={fields.name}
          onText={(name) => set({ name })}
          error={errors.name}
          maxLength={100}
          required
          autofocus={!pack}
        />
        <TextArea
          label="What it looks like"
          rows={3}
          value={fields.description}
          onText={(description) => set({ description })}
          error={errors.description}
          hint="Others read it, and pictures are drawn after it."
        />
        <Select
          label="Style"
          value={fields.theme}
          onText={(theme) => set({ theme: theme as Theme })}
          error={errors.theme}
        >
          {Object.entries(themes).map(([key, name]) => <option key={key} value={key}>{name}
          </option>)}
        </Select>
        <Switch
          label="In the shop"
          hint="Everybody sees it there."
          isOn={fields.is_public}
          onSwitch={(is_public) => set({ is_public })}
        />
        {fields.is_public && (
          <Field
            label="Price in drops"
            type="number"
            value={price}
            onText={setPrice}
            error={errors.price_drops}
            hint="0 is free. The drops that others pay are not paid out to you."
          />
        )}
        <Refusal errors={errors} shown={["name", "description", "theme", "price_drops"]} />
        <div class="actions">
          {!isOnline.value && <span class="hint">Saving this needs a network.</span>}
          <a class="button" href={pack ? `#/me/packs/${pack.id}` : "#/me/packs"}>Cancel</a>
          <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
            {pack ? "Save" : "Make the pack"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
