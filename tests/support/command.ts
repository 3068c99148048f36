/** Runs a program to its end; returns what it has written. */
export async function outputOf(program: string, options: Deno.CommandOptions) {
  const { code, stdout, stderr } = await new Deno.Command(program, options).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), errors: text(stderr) };
}
