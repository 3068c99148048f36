import { useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../../../act.ts";
import { Button, Card, Field, Select, TextArea } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { Switch } from "../../../parts/fields.tsx";
import { go } from "../../../router.ts";
import { api } from "../../../service.ts";
import { isOnline } from "../../../session.ts";
import type { Pack } from "./facts.ts";
import { words } from "../../../words/shop.ts";
import { words as common } from "../../../words/common.ts";

type Theme = components["schemas"]["TonePackTheme"];

/** Makes a pack, or changes a stored one. */
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
      say(words.saved);
    });
  }
  return (
    <Card>
      <form onSubmit={save}>
        <Field
          label={words.name}
          value={fields.name}
          onText={(name) => set({ name })}
          error={errors.name}
          maxLength={100}
          required
          autofocus={!pack}
        />
        <TextArea
          label={words.looksLike}
          rows={3}
          value={fields.description}
          onText={(description) => set({ description })}
          error={errors.description}
          hint={words.looksLikeHint}
        />
        <Select
          label={words.style}
          value={fields.theme}
          onText={(theme) => set({ theme: theme as Theme })}
          error={errors.theme}
        >
          {Object.entries(words.themes).map(([key, name]) => (
            <option key={key} value={key}>{name}</option>
          ))}
        </Select>
        <Switch
          label={words.inShop}
          hint={words.inShopHint}
          isOn={fields.is_public}
          onSwitch={(is_public) => set({ is_public })}
        />
        {fields.is_public && (
          <Field
            label={words.price}
            type="number"
            value={price}
            onText={setPrice}
            error={errors.price_drops}
            hint={words.priceHint}
          />
        )}
        <Refusal errors={errors} shown={["name", "description", "theme", "price_drops"]} />
        <div class="actions">
          {!isOnline.value && <span class="hint">{words.saveNeedsNetwork}</span>}
          <a class="button" href={pack ? `#/me/packs/${pack.id}` : "#/me/packs"}>{common.cancel}</a>
          <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
            {pack ? common.save : words.makePack}
          </Button>
        </div>
      </form>
    </Card>
  );
}
