import type { ImageSource, Node } from "@takumi-rs/wasm";
import { type Coordinates, layOut } from "./layout.ts";
import { FONT, registerFont, withRenderer } from "./renderer.ts";
import { SIDE } from "./thumbnail.ts";

/** A participant as drawn. */
interface Tile {
  initials: string;
  status: "completed" | "failed" | "pending";
  teamColor: "red" | "blue";
  /** JPEG. */
  thumbnail: Uint8Array<ArrayBuffer> | null;
}

/** Light grounds with dark letters; the picture has no ground of its own, for pages light and dark. */
const grounds = { red: "#f0b8b0", blue: "#b4cbeb" };
const letters = { red: "#7d1f17", blue: "#173f7d" };

const mark = (colour: string, line: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" ` +
      `fill="${colour}" stroke="#fff" stroke-width="2"/><path d="${line}" fill="none" ` +
      `stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );

const marks: Record<Tile["status"], Uint8Array<ArrayBuffer>> = {
  completed: mark("#1b8a43", "M6.5 12.5l4 4 7-8.5"),
  failed: mark("#3b3f46", "M8 8l8 8M16 8l-8 8"),
  pending: mark("#b97a08", "M12 6.5V12l3.5 2.5"),
};

/** Draws the tiles in their places; at least one. PNG. */
export function drawMosaic(tiles: Tile[]): Promise<Uint8Array<ArrayBuffer>> {
  const { places, isLarge, width, height } = layOut(tiles.length);
  const images: ImageSource[] = Object.entries(marks).map(([src, data]) => ({ src, data }));
  const children = tiles.map((tile, n) => {
    const src = `photo ${n}`;
    if (isLarge && tile.thumbnail) images.push({ src, data: tile.thumbnail, cache: "none" });
    return drawTile(tile, places[n]!, isLarge ? src : null);
  });
  return withRenderer(async (renderer) => {
    if (isLarge) await registerFont(renderer);
    const style = { width, height, position: "relative" } as const;
    const root = { type: "container", style, children } as const;
    return await renderer.render(root, { width, height, format: "png", images });
  });
}

/** @param photo the name of the tile's photo; null for colours and mark alone. */
function drawTile(tile: Tile, place: Coordinates, photo: string | null): Node {
  const side = place.width;
  const gap = Math.max(1, Math.round(side * 0.025));
  const inner = side - 2 * gap;
  const frame = Math.round(side * 0.05);
  const markSide = Math.round(side * (photo ? 0.27 : 0.6));
  const corner = photo ? frame : (inner - markSide) / 2;
  const children: Node[] = [{
    type: "image",
    src: tile.status,
    style: {
      position: "absolute",
      right: corner,
      bottom: corner,
      width: markSide,
      height: markSide,
    },
  }];
  if (photo && tile.thumbnail) children.unshift(drawPhoto(photo, inner - 2 * frame));
  else if (photo) children.unshift(drawInitials(tile, side));
  return {
    type: "container",
    style: {
      position: "absolute",
      left: place.x + gap,
      top: place.y + gap,
      width: inner,
      height: inner,
      display: "flex",
      alignItems: "center",
      justifyContent: "center",
      backgroundColor: grounds[tile.teamColor],
      borderRadius: Math.round(side * 0.12),
    },
    children,
  };
}

/** A thumbnail is never enlarged: it would be blurred. */
function drawPhoto(src: string, available: number): Node {
  const side = Math.min(available, SIDE);
  const style = {
    width: side,
    height: side,
    borderRadius: side * 0.1,
    objectFit: "cover",
  } as const;
  return { type: "image", src, style };
}

const drawInitials = ({ initials, teamColor }: Tile, side: number): Node => ({
  type: "text",
  text: initials,
  style: {
    color: letters[teamColor],
    fontSize: side * 0.36,
    fontFamily: FONT,
    fontWeight: 700,
    marginBottom: side * 0.16, // above the mark
  },
});
