/** The ways to cheer the author of an entry: at once, or with words. */
import { useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { nameOf } from "../../words.ts";
import { words } from "../../words/cheers.ts";
import { Heart } from "../heart.tsx";
import type { Card } from "../people/circles.ts";
import { Encourage } from "../people/encourage.tsx";

export function CheerAuthor({ author }: { author: Card }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="actions start">
      <Heart person={author} />
      <Button icon="drop" onClick={() => setOpen(true)}>
        {words.cheerNamed({ name: nameOf(author) })}
      </Button>
      {isOpen && <Encourage person={author} onClose={() => setOpen(false)} />}
    </div>
  );
}
