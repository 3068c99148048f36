import { Logo } from "../parts/icons.tsx";
import { LanguagePicker } from "../parts/language-picker.tsx";
import { session } from "../session.ts";

/** Stands above pages for anybody. Signed-in users choose the language in their profile. */
export const Heading = () => (
  <div class="page-heading">
    <Logo />
    {session.value !== "in" && <LanguagePicker />}
  </div>
);
