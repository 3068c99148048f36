/** A program that takes four seconds to end once it is asked to. */
import { askedToStop } from "../../base/lifetime.ts";

const asked = askedToStop();
console.log("started");
await asked;
await new Promise((resolve) => setTimeout(resolve, 4000));
await Deno.writeTextFile(Deno.args[0]!, "ended");
Deno.exit(0);
