import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The first page contains all routes, so there are no discovery requests and no /__manifest endpoint.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
