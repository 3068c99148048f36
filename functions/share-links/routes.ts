import { newestFirst } from "../../shared/fields/pages.ts";
import { done, must, part } from "../../shared/http/declare.ts";
import { ShareLink, shareLinkSelection } from "./fields.ts";

export const routes = part();

routes.list(
  "/share-links",
  {
    operationId: "listShareLinks",
    summary: "List the caller's share links, newest first",
    description: "Contains ended links too, for 30 days after their end. `POST " +
      "/journal/{id}/share-links` makes a link.",
    items: { share_links: ShareLink },
    order: newestFirst,
  },
  ({ db, seek }) => seek(db.from("share_link_cards").select(shareLinkSelection)),
  (row) => ({ ...row, url: null, code: null }),
);

routes.add("DELETE /share-links/{id}", {
  operationId: "revokeShareLink",
  summary: "Revoke a share link",
  description: "It opens for nobody from now on. A link that has ended stays as it is.",
  notFound: "Share link",
  answer: done("Share link revoked"),
}, async ({ db, params }) => {
  must(await db.rpc("revoke_share_link", { p_id: params.id }));
});
