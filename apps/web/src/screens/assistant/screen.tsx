import "../../styles/figures.css";
import "./assistant.css";
import { Tabs } from "../../parts/pane.tsx";
import { path } from "../../router.ts";
import { Analyses } from "./analyses.tsx";
import { Chat } from "./chat.tsx";
import { Settings } from "./settings.tsx";
import { words } from "../../words/assistant.ts";

export function AssistantScreen() {
  const part = path.value[1];
  const tabs = {
    "/assistant": words.chat,
    "/assistant/analyses": words.analyses,
    "/assistant/settings": words.settings,
  };
  return (
    <div class={`page assistant ${part ? "" : "chat"}`}>
      <header class="page-head">
        <h1>{words.assistant}</h1>
      </header>
      <Tabs label={words.assistant} tabs={tabs} current={`/${path.value.join("/")}`} />
      {part === "analyses" ? <Analyses /> : part === "settings" ? <Settings /> : <Chat />}
    </div>
  );
}
