/** SHA-256 in JavaScript; a module of its own, so that it is loaded with the first file. */
export { sha256 } from "@noble/hashes/sha2.js";
