import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Every route is known from the first page: no discovery requests, no manifest door to protect.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
