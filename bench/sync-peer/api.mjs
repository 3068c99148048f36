/**
 * The server of the peer's app: tells `zero-cache` the query behind a name, and carries out the
 * writes of devices. It takes the user's id for a token.
 */
import { mustGetMutator, mustGetQuery } from "@rocicorp/zero";
import { handleMutateRequest, handleQueryRequest } from "@rocicorp/zero/server";
import { zeroPostgresJS } from "@rocicorp/zero/server/adapters/postgresjs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import process from "node:process";
import postgres from "postgres";
import { mutators, queries, schema } from "./entries.mjs";

const dbProvider = zeroPostgresJS(schema, postgres(process.env.ZERO_UPSTREAM_DB));

createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  const userID = request.headers.authorization?.replace("Bearer ", "");
  const ctx = { userId: userID };
  const common = { schema, userID, query: url.searchParams, body: await json(request) };
  const answer = url.pathname === "/query"
    ? await handleQueryRequest({
      ...common,
      handler: (name, args) => mustGetQuery(queries, name).fn({ args, ctx }),
    })
    : await handleMutateRequest({
      ...common,
      dbProvider,
      handler: (transact) =>
        transact((tx, name, args) => mustGetMutator(mutators, name).fn({ tx, args, ctx })),
    });
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer));
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
