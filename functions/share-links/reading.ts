import { sha256 } from "hono/utils/crypto";
import { unauthorized } from "../../shared/base/errors.ts";
import { inBackground } from "../../shared/base/log.ts";
import { keyOf } from "../../shared/base/passphrase.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { Attachment, attachmentsOf } from "../../shared/fields/attachment.ts";
import { f, found, must, ok, part, shaped, z } from "../../shared/http/declare.ts";

/** The route of shared entries. Only the front door serves it, so there is one address to share. */
export const routes = part();

// Refusals get these headers too.
routes.use("/shared/*", async (c, next) => {
  c.header("Cache-Control", "no-store");
  c.header("X-Robots-Tag", "noindex");
  await next();
});

const SharedEntry = z.object({
  title: z.string().openapi({ example: "First frost" }),
  content: z.string().openapi({ example: "Ran along the river before work." }),
  mood: z.string().nullable().openapi({ example: "grateful" }),
  written_at: f.timestamp,
  author: f.PersonCard,
  attachments: z.array(Attachment),
}).openapi("SharedEntry");

/** The answer of the database to a code, and to the key of a passphrase. */
const Opened = z.union([
  z.object({ salt: z.string() }),
  z.object({ wrong: z.literal(true) }),
  z.object({
    id: f.uuid,
    entry_id: f.uuid,
    entry: SharedEntry.omit({ attachments: true }),
  }),
]);

routes.add("GET /shared/{code}", {
  auth: "none",
  limit: "shared_entry",
  operationId: "getSharedEntry",
  summary: "Read an entry by a share link",
  description: "For the page that a link leads to; nobody has to sign in. Allowed 60 times a " +
    "minute for each address. An entry that has changed shows its present text.",
  params: z.object({
    code: z.string().max(200).openapi({
      example: "9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
    }),
  }),
  headers: z.object({
    "X-Share-Passphrase": z.string().optional().openapi({
      description: "The passphrase of the link, percent-encoded as UTF-8.",
      example: "heron%20at%20dawn",
    }),
  }),
  answer: ok("The entry", z.object({ entry: SharedEntry })),
  notFound: {
    description: "There is no link with this code, or its entry was deleted.",
    example: "Share link not found",
  },
  refusals: {
    401: {
      description: "The link has a passphrase, and the request has none or another one.",
      codes: ["passphrase_needed"],
      example: "Wrong passphrase",
    },

    410: {
      description: "The link was revoked or has expired, or its author is blocked.",
      codes: ["link_gone"],
      example: "This link has ended: ask its author for another one",
    },
    429:
      "Ten passphrases were wrong within an hour: nobody opens the link for the rest of it. Or " +
      "more than 60 requests a minute from one address.",
  },
}, async ({ c, params }) => {
  const link = await open(params.code, c.req.header("x-share-passphrase"));
  // As the service: no policy knows the reader, and the code gives the right to see the attachments
  // of this entry.
  const attachments = await attachmentsOf(serviceClient(), link.entry_id);
  inBackground(countView(link.id), "view of a share link not counted");
  return { entry: { ...link.entry, attachments } };
});

async function open(code: string, passphrase: string | undefined) {
  // The hash of the code, so that the log of slow statements does not hold the code.
  const p_code_hash = (await sha256(code))!;
  const ask = async (p_key?: string) => {
    const opened = await serviceClient().rpc("open_share_link", { p_code_hash, p_key });
    // The result is null when the entry was deleted while the link was read.
    return found(shaped(Opened.nullable(), opened), "Share link");
  };
  let opened = await ask();
  if ("salt" in opened) {
    if (!passphrase) throw unauthorized("This link needs a passphrase", "passphrase_needed");
    opened = await ask(await keyOf(decoded(passphrase), opened.salt));
  }
  if (!("entry" in opened)) throw unauthorized("Wrong passphrase", "passphrase_needed");
  return opened;
}

/** The text of a percent-encoded header. A badly encoded header counts as a wrong passphrase. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

async function countView(p_id: string): Promise<void> {
  must(await serviceClient().rpc("count_share_link_view", { p_id }));
}
