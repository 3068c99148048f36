import "../../styles/figures.css";
import "./lab.css";
import { useEffect } from "preact/hooks";
import { Tabs } from "../../parts/pane.tsx";
import { go, path } from "../../router.ts";
import { CalculatorPage, useCalculators } from "./calculator.tsx";
import { CompetitionPage, Competitions } from "./competitions.tsx";
import { Back, DreamPage } from "./dream.tsx";
import { DreamForm } from "./dream-form.tsx";
import { Dreams } from "./dreams.tsx";
import { Messages } from "./messages.tsx";
import { Opportunities } from "./opportunities.tsx";
import { TemplatePage } from "./template.tsx";
import { Templates } from "./templates.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Loaded } from "../../parts/states.tsx";

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

const Calculators = () => (
  <Loaded remote={useCalculators()} lines={6} label="Calculators">
    {(calculators) => (
      <ul class="tiles">
        {calculators.map(({ id, title, inputs, outputs }) => (
          <li key={id}>
            <a class="card tile" href={`#/lab/calculators/${id}`}>
              <Icon name="lab" />
              <strong>{title}</strong>
              <span class="hint">
                {outputs[0]!.label} from {inputs.filter(({ options }) => !options).slice(0, 3)
                  .map(({ label }) => label.split(",")[0]!.toLowerCase()).join(", ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </Loaded>
);
