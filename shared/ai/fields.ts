/** Fields of routes that several groups share. */
import { z } from "@hono/zod-openapi";
import { sentiments, tones } from "./tones.ts";

export const tone = z.enum(tones).openapi("Tone", { example: "joyful" });

export const sentiment = z.enum(sentiments).openapi("Sentiment");

export const imageQuality = z.enum(["standard", "hd"]).openapi("ImageQuality");
