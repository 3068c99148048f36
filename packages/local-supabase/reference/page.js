/** Draws the document that the page names. */
document.documentElement.classList.toggle(
  "dark-mode",
  matchMedia("(prefers-color-scheme: dark)").matches,
);
const reference = document.querySelector("#reference");
SwaggerUIBundle({
  url: reference.dataset.document,
  domNode: reference,
  deepLinking: true,
  filter: true,
  docExpansion: "none",
  // The validator is a service of another host.
  validatorUrl: null,
  // The library leaves this element without a name.
  onComplete: () => document.querySelector("#servers")?.setAttribute("aria-label", "Server"),
});
