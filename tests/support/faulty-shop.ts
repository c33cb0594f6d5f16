import { createServer } from "node:http";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { connect } from "#app/platform/db.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { createServices } from "../../server/services.ts";
import { withFaults, type Plan } from "./faults.ts";

/* A shop process with a fault at one point (FAULT, a Plan as JSON), started by fault-run.ts. */
export type Report = { url: string } | { point: string } | { done: number };
const report = (message: Report) => process.send!(message);

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;
const config = readConfig({ ...process.env, PORT: String(port) });
const database = connect(config.databaseUrl!);
const plan = JSON.parse(process.env["FAULT"] ?? "null") as Plan | null;
const log = createLog("silent");
const { services, arm } = withFaults(
  createServices({ config, log, ...database, databaseUrl: config.databaseUrl! }),
  plan,
  (point) => report({ point }),
);
const { createListener, keepTermsOf, startJobs } = (await import(
  new URL("../../build/server/index.js", import.meta.url).href
)) as typeof import("../../server/app.ts");
server.on("request", createListener(services, { cacheBytes: 0 }));
await keepTermsOf(services);
await services.hub.start();
await startJobs(services);

process.on("message", ({ number, ask }: { number: number; ask: "arm" | "reconcile" }) => {
  if (ask === "arm") {
    arm();
    report({ done: number });
  } else {
    checkPayments(services, { olderThanSeconds: 0 }).then(
      () => report({ done: number }),
      () => report({ done: number }),
    );
  }
});
process.on("disconnect", () => process.exit());
report({ url: `http://127.0.0.1:${port}` });
