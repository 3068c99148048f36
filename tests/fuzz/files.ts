/** Contents of uploaded files: right, damaged and hostile ones. */
import { makeZip } from "client-zip";
import { jpeg, webp } from "../support/images.ts";
import { wav } from "../support/sounds.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const picture = jpeg();

/** A header of a picture that claims to be 65,500 pixels wide and high. */
const huge = picture.slice();
huge.set([0xff, 0xdc, 0xff, 0xdc], 2 + 2 + 67 + 5);

export const contents = {
  jpeg: picture,
  webp: webp(),
  wav: wav(1),
  zip: await new Response(makeZip([{ name: "a.md", input: "# A day\n\nText" }])).bytes(),
  csv: bytes('title,content,date\nFirst,"a ""b""",2026-01-01\nSecond,x\n'),
  json: bytes('{"entries":[{"title":"First","content":"x","created_at":"2026-01-01T00:00:00Z"}]}'),
  "cut jpeg": picture.slice(0, 300),
  "huge jpeg": huge,
  "half webp": webp().slice(0, 18),
  nothing: new Uint8Array(),
  zeros: new Uint8Array(2_000),
  "wrong csv": bytes('title,"content\n\0,\ud800,2026-99-99\n=cmd(),@sum(1)\n'),
  "wrong json": bytes('{"entries":[{"title":{"a":[1]},"content":null},7,[]'),
  svg: bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  latin1: new Uint8Array([0x74, 0x69, 0xe9, 0x0a, 0xff, 0xfe]),
  "six megabytes": new Uint8Array(6 * 1024 * 1024),
};

/** The contents that some operation takes. */
export const rightContents = ["jpeg", "webp", "wav", "zip", "csv", "json"] as const;
