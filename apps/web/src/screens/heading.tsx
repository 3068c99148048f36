import { Logo } from "../parts/icons.tsx";
import { LanguagePicker } from "../parts/language-picker.tsx";
import { session } from "../session.ts";

/**
 * Stands above the pages that anybody may open. A signed-in user has the language of the profile.
 */
export const Heading = () => (
  <div class="page-heading">
    <Logo />
    {session.value !== "in" && <LanguagePicker />}
  </div>
);
