/**
 * Shows the secret key, where the address has it in its fragment, which browsers send to no server.
 * It stays in this tab, under the name by which the mailbox looks for it.
 */
const STORAGE = "mailbox-key";
if (location.hash.startsWith("#sb_secret_")) {
  sessionStorage.setItem(STORAGE, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const key = sessionStorage.getItem(STORAGE);
if (key) {
  const code = document.createElement("code");
  code.textContent = key;
  document.querySelector("#secret-key").replaceChildren(code);
}
