/** Argon2id in WebAssembly; a module of its own, so that bundlers leave out the rest of the library. */
export { argon2id } from "hash-wasm";
