import { useEffect, useRef, useState } from "preact/hooks";
import { device } from "../../sealed.ts";

/**
 * The small copy of a photo in a list. It is opened when its row comes near, and lies in the memory of
 * the page alone.
 */
export function RowPhoto({ id, photo }: { id: string; photo: string }) {
  const place = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let [isGone, made] = [false, ""];
    async function open() {
      try {
        const file = await device.value!.entries.file(id, photo, "thumbnail");
        if (!isGone) setAddress(made = URL.createObjectURL(file));
      } catch {
        // Without a network, or not to be believed: the entry says which.
        if (!isGone) place.current!.hidden = true;
      }
    }
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen!.isIntersecting) return;
      watch.disconnect();
      open();
    }, { rootMargin: "200px" });
    watch.observe(place.current!);
    return () => {
      isGone = true;
      watch.disconnect();
      URL.revokeObjectURL(made);
    };
  }, []);
  return <img ref={place} class="hero" src={address} alt="" />;
}
