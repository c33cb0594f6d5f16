import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { paypalSimulator } from "#app/payments/simulator/simulator-endpoints.ts";
import { connect } from "#app/platform/db.server.ts";

/*
 * The simulated payment provider in its own process, so that its CPU time does not count as the shop's. DATABASE_URL,
 * SESSION_SECRET and SHOP_PORT are the shop's, PORT its own.
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
