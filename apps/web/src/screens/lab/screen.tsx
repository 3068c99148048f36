import "../../styles/figures.css";
import "./lab.css";
import { Tabs } from "../../parts/tabs.tsx";
import { useEffect } from "preact/hooks";
import { go, path } from "../../router.ts";
import { CalculatorPage } from "./calculator.tsx";
import { Calculators } from "./calculators.tsx";
import { CompetitionPage, Competitions } from "./competitions.tsx";
import { Back, DreamPage } from "./dream.tsx";
import { DreamForm } from "./dream-form.tsx";
import { Dreams } from "./dreams.tsx";
import { Messages } from "./messages.tsx";
import { Opportunities } from "./opportunities.tsx";
import { TemplatePage } from "./template.tsx";
import { Templates } from "./templates.tsx";

const tabs = {
  "/lab": "Templates",
  "/lab/calculators": "Calculators",
  "/lab/dreams": "Projects",
  "/lab/competitions": "Competitions",
  "/lab/opportunities": "Opportunities",
};

export function LabScreen() {
  const [, part = "", id] = path.value;
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    document.querySelector(".lab .scopes [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [part, id]);
  return (
    <div lang="en" class={`page lab ${part === "calculators" && id ? "wide" : ""}`}>
      {!id
        ? (
          <header class="page-head">
            <h1>Lab</h1>
          </header>
        )
        : <h1 class="hidden">Lab</h1>}
      {!id && <Tabs label="Lab" tabs={tabs} current={`/${path.value.join("/")}`} />}
      {part === "templates" && id
        ? <TemplatePage key={id} id={id} />
        : part === "calculators"
        ? id ? <CalculatorPage id={id} /> : <Calculators />
        : part === "dreams"
        ? id === "new"
          ? (
            <>
              <Back />
              <DreamForm close={() => go("/lab/dreams")} />
            </>
          )
          : id
          ? <DreamPage key={id} id={id} />
          : <Dreams />
        : part === "competitions"
        ? id ? <CompetitionPage key={id} id={id} /> : (
          <>
            <Messages />
            <Competitions />
          </>
        )
        : part === "opportunities"
        ? <Opportunities />
        : <Templates />}
    </div>
  );
}
