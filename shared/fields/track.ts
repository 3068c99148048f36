import { z } from "@hono/zod-openapi";

const address = z.string().nullable().openapi({ format: "uri" });

export const Track = z.object({
  id: z.string().openapi({ example: "11dFghVXANMlKmJXsNCbNl" }),
  name: z.string().openapi({ example: "Cut To The Feeling" }),
  artist_names: z.array(z.string()).openapi({ example: ["Carly Rae Jepsen"] }),
  album_name: z.string().nullable().openapi({ example: "Cut To The Feeling" }),
  album_image_url: address.openapi({ example: "https://i.scdn.co/image/ab67616d0000b273" }),
  external_url: address.openapi({
    description: "The track at the provider.",
    example: "https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl",
  }),
}).openapi("Track", { description: "A track of the music provider." });
