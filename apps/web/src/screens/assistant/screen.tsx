import "../../styles/figures.css";
import "./assistant.css";
import { Tabs } from "../../parts/tabs.tsx";
import { path } from "../../router.ts";
import { Analyses } from "./analyses.tsx";
import { Chat } from "./chat.tsx";
import { Settings } from "./settings.tsx";

const tabs = {
  "/assistant": "Chat",
  "/assistant/analyses": "Analyses",
  "/assistant/settings": "Settings",
};

export function AssistantScreen() {
  const part = path.value[1];
  return (
    <div class={`page assistant ${part ? "" : "chat"}`}>
      <header class="page-head">
        <h1>Assistant</h1>
      </header>
      <Tabs label="Assistant" tabs={tabs} current={`/${path.value.join("/")}`} />
      {part === "analyses" ? <Analyses /> : part === "settings" ? <Settings /> : <Chat />}
    </div>
  );
}
