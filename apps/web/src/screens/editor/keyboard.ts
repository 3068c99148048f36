/** Tells styles how much of the page the keyboard of a phone covers, where the page stays as it is. */
export function followKeyboard() {
  const view = globalThis.visualViewport;
  if (!view) return;
  const tell = () => {
    const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty("--keyboard", `${covered}px`);
  };
  view.addEventListener("resize", tell);
  view.addEventListener("scroll", tell);
  return () => {
    view.removeEventListener("resize", tell);
    view.removeEventListener("scroll", tell);
    document.documentElement.style.removeProperty("--keyboard");
  };
}
