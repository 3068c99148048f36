/**
 * Shows the messages. The secret key comes from the fragment of the address, which browsers send to
 * no server, or from the form; it stays in this tab.
 */
const STORAGE = "mailbox-key";
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const list = document.querySelector("#messages");
const template = document.querySelector("template");

if (location.hash) {
  sessionStorage.setItem(STORAGE, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORAGE, form.querySelector("input").value.trim());
  load();
});

function show({ to, subject, text, action_link, sent_at }) {
  const article = template.content.cloneNode(true);
  article.querySelector("h2").textContent = subject;
  article.querySelector("p").textContent = `To ${to}, ${new Date(sent_at).toLocaleString()}`;
  article.querySelector("pre").textContent = text;
  const link = article.querySelector("a");
  if (action_link) {
    link.href = action_link;
    link.textContent = "Follow the link";
  } else {
    link.remove();
  }
  return article;
}

let shown = "";

async function load() {
  const apikey = sessionStorage.getItem(STORAGE);
  const response = apikey && await fetch("/mailbox/messages", { headers: { apikey } });
  form.hidden = response && response.ok;
  if (!response || !response.ok) {
    status.textContent = apikey ? "This key does not open the mailbox." : "";
    list.replaceChildren();
    return;
  }
  const { messages } = await response.json();
  status.textContent = messages.length ? "" : "No messages yet.";
  const text = JSON.stringify(messages);
  if (text !== shown) list.replaceChildren(...messages.map(show));
  shown = text;
}

await load();
setInterval(() => form.hidden && load().catch(() => {}), 2000);
