/** The tour's chapter about the lab. */
import { bold, chapter, type Tour } from "./traveller.ts";

export async function lab({ status, ana, ben }: Tour): Promise<void> {
  chapter("Ana plans a coil in the lab: the calculator finds the best one of a grid");
  const { results } = await ana.ask("POST", "/lab/optimize", { calculator: "coil", top_n: 1 });
  const { dream } = await ana.ask("POST", "/lab/dreams", {
    title: "A coil for a crystal radio",
    calculator: "coil",
    steps: [{ title: "Wind the coil", done: false }, { title: "Measure it", done: false }],
    is_public: true,
  });
  console.log(`  The objective of the best one is ${bold(String(results[0].objective_value))}.`);

  chapter("Ben builds it too, and proposes an internship, which waits for a super admin");
  await ben.ask("POST", `/lab/dreams/${dream.id}/builds`);
  await ben.ask("POST", "/lab/opportunities", {
    kind: "internship",
    title: "A summer in a coil workshop",
    organization_name: "Riverside Instruments",
    deadline: "2030-01-31",
  });
  const answer = await fetch(`${status.base_url}/api/lab/opportunities`);
  console.log(`Anybody: ${bold("GET /api/lab/opportunities")}\n  ${await answer.text()}`);
}
