import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { paypalSimulator } from "#app/payments/simulator/simulator-endpoints.ts";
import { connect } from "#app/platform/db.server.ts";

/*
 * The payment provider in a process of its own, as it is in the world: the measure of the shop is not that of its
 * stand-in. DATABASE_URL, SESSION_SECRET and SHOP_PORT are the shop's, PORT its own.
 */
const { sql } = connect(process.env["DATABASE_URL"]!, { max: 4 });
const config = {
  sessionSecret: process.env["SESSION_SECRET"]!,
  port: Number(process.env["SHOP_PORT"]),
};
const app = new Hono().route("/simulateur-paypal", paypalSimulator({ sql, config }));
serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" }, () =>
  process.send?.("ready"),
);
