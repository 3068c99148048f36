/** The keys of sealed notebooks, among the settings. */
import { Pane } from "../../parts/pane.tsx";
import { words } from "../../words/sealed.ts";
import { Gate } from "./gate.tsx";
import { Settings } from "./settings.tsx";

export const SealedPane = () => (
  <Pane title={words.title}>
    <Gate>
      <Settings />
    </Gate>
  </Pane>
);
