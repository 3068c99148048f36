/** The parts of a drop that templates, sent and received drops have in common. */
import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** The private bucket of spoken cheers. */
export const CHEERS = "cheers";

export const dropType = z.enum(["encouragement", "media", "science_tidbit"]).openapi("DropType", {
  description: "`encouragement`: personal words; `media`: a link to music or a video; " +
    "`science_tidbit`: a fact backed by science.",
  example: "encouragement",
});

/** The type of a drop that was sent. */
export const sentDropType = z.enum([...dropType.options, "custom"]).openapi("SentDropType", {
  description: "As of a template, or `custom`: a spoken cheer.",
  example: "encouragement",
});

export const mediaType = z.enum(["music", "video"]).nullable().openapi({ example: null });

/** The text of a drop; a spoken one may have none. */
export const content = f.text(0, 500);

// `private.is_media_url` enforces it. It is repeated here for the message.
const MEDIA_URL =
  /^https:\/\/(?:(?:www\.|m\.|music\.)?(?:youtube\.com|youtu\.be|vimeo\.com|soundcloud\.com)|open\.spotify\.com)\/./i;

export const mediaUrl = f.text(1, 2048).refine(
  (url) => f.isWebAddress(url) && MEDIA_URL.test(url),
  {
    error: "expected an https link to YouTube, Vimeo, Spotify or SoundCloud",
    params: { code: "wrong_format" },
  },
).openapi({ format: "uri", example: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" });
