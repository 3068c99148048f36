/** A moment of joy, such as when a goal is done. */

const PIECES = 18;
const colors = ["#e0588b", "#f2b71f", "#2f8f4e", "#4f8fd6"];

/** Lets a handful of confetti fly from an element. Nothing moves for people who want less motion. */
export function rejoice(at: Element): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { left, top, width, height } = at.getBoundingClientRect();
  const sky = document.createElement("div");
  sky.setAttribute("aria-hidden", "true");
  Object.assign(sky.style, {
    position: "fixed",
    left: `${left + width / 2}px`,
    top: `${top + height / 2}px`,
    zIndex: "9",
    pointerEvents: "none",
  });
  document.body.append(sky);
  const flights = Array.from({ length: PIECES }, (_, index) => {
    const piece = document.createElement("span");
    Object.assign(piece.style, {
      position: "absolute",
      width: "8px",
      height: index % 3 ? "8px" : "4px",
      borderRadius: index % 2 ? "50%" : "2px",
      background: colors[index % colors.length],
    });
    sky.append(piece);
    const angle = 2 * Math.PI * (index + Math.random() / 2) / PIECES;
    const far = 50 + Math.random() * 60;
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
    return piece.animate([
      { transform: "translate(0, 0) scale(0.4)", opacity: 1 },
      { transform: `translate(${x}px, ${y - 30}px) rotate(200deg)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x * 1.1}px, ${y + 50}px) rotate(400deg)`, opacity: 0 },
    ], { duration: 900, easing: "ease-out", fill: "forwards" }).finished;
  });
  Promise.allSettled(flights).then(() => sky.remove());
}
