/** Compares the answers that tests get with the OpenAPI document of the service under test. */
import { type DeclaredAnswer, declaredIn } from "./declared.ts";
import { platform } from "./platform.ts";

type Check = ReturnType<typeof declaredIn>;

/** The check of each platform's document. The files of a process share them: compiling takes long. */
const kept = globalThis as { answerChecks?: Map<string, Promise<Check>> };
const checks = kept.answerChecks ??= new Map();

function checkOf(url: string): Promise<Check> {
  const check = checks.get(url) ?? read(url);
  checks.set(url, check);
  check.catch(() => checks.delete(url));
  return check;
}

const read = async (url: string) =>
  declaredIn(await (await fetch(`${url}/api/openapi.json`)).json());

/** Fails unless the document declares an answer: see `declaredIn`. */
export async function checkAnswer(
  method: string,
  address: string,
  answer: DeclaredAnswer,
): Promise<void> {
  (await checkOf(platform.base_url))(method, address, answer);
}
