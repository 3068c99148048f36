import "./parts.css";
import { choose, language, languages } from "../language.ts";
import { words } from "../words/parts.ts";
import { Icon } from "./icons.tsx";

export const LanguageOptions = () => (
  <>
    {Object.entries(languages).map(([code, { name }]) => (
      <option key={code} value={code} lang={code}>{name}</option>
    ))}
  </>
);

/** The language of this device, for people without a profile to keep it in. */
export const LanguagePicker = () => (
  <label class="language-picker">
    <Icon name="world" size={18} />
    <span class="hidden">{words.language}</span>
    <select value={language} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <LanguageOptions />
    </select>
  </label>
);
