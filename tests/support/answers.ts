/** Compares the answers that tests get with the OpenAPI document of the service under test. */
import { type DeclaredAnswer, declaredIn } from "./declared.ts";
import { platform } from "./platform.ts";

/** The check of the document, which is read with the first answer. */
let check: Promise<ReturnType<typeof declaredIn>> | undefined;

const read = async () =>
  declaredIn(await (await fetch(`${platform.base_url}/api/openapi.json`)).json());

/** Fails unless the document declares an answer: see `declaredIn`. */
export async function checkAnswer(
  method: string,
  address: string,
  answer: DeclaredAnswer,
): Promise<void> {
  (await (check ??= read()))(method, address, answer);
}
