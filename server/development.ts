import type { RequestListener, Server } from "node:http";
import { createServer as createVite } from "vite";
import type { Services } from "#app/request-context.ts";

type AppModule = typeof import("./app.ts");

/**
 * Serves the shop with hot reload: Vite serves the browser's modules, and reloads server/app.ts when it or an imported module
 * changes. The services (database pool, jobs) are created once, outside the reloaded modules. Returns server/app.ts as loaded
 * first.
 */
export async function developmentApp(server: Server, services: Services): Promise<AppModule> {
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  const load = () => vite.ssrLoadModule("./server/app.ts") as Promise<AppModule>;
  let loaded: AppModule | undefined;
  let listener: RequestListener | undefined;
  const respond: RequestListener = async (request, response) => {
    const current = await load();
    if (current !== loaded) {
      loaded = current;
      listener = current.createListener(services, { cacheBytes: 0 });
    }
    listener!(request, response);
  };
  server.on("request", (request, response) =>
    vite.middlewares(request, response, () => void respond(request, response)),
  );
  return load();
}
