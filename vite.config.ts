import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import routes from "./app/routes.ts";

const EXTERNAL = ["sharp", "pdfkit", "fontkit", "pg-native"];
/** Entry points: the app (for tests), the server process, its drawing thread, and the picture decoder's process. */
const SERVER_ENTRIES = {
  index: "./server/app.ts",
  main: "./server/main.ts",
  "drawing-thread": "./server/drawing-thread.ts",
  "picture-decoder": "./app/media/picture-decoder.ts",
};
/** Names each server bundle after its entry. */
const serverFiles: Plugin = {
  name: "server-files",
  configEnvironment: (name) =>
    name === "ssr"
      ? { build: { rolldownOptions: { output: { entryFileNames: "[name].js" } } } }
      : null,
};

/** Lets the bundler put a route's module into a shared chunk, without an additional file that reexports it. */
const fewerFiles: Plugin = {
  name: "fewer-files",
  applyToEnvironment: ({ name }) => name === "client",
  options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
};

type Chunks = { getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null };

/** The route modules that import this module, directly or indirectly. The root counts as all routes. */
function pagesOf(id: string, chunks: Chunks, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  if (id.includes("/app/root.tsx")) return new Set(["root", "every page"]);
  const module = chunks.getModuleInfo(id);
  if (!module) return new Set();
  const above = module.importers.flatMap((importer) => [...pagesOf(importer, chunks, seen)]);
  return new Set(module.isEntry ? [id, ...above] : above);
}

const AREA_PAGES = new Set(
  routes
    .flatMap((route) => [route, ...(route.children ?? [])])
    .filter(({ path }) => path?.startsWith("admin/"))
    .map(({ file }) => file),
);
/** Whether several pages of the signed-in areas, and only those, need a module. */
const isSharedByAreas = (pages: Set<string>) =>
  pages.size > 1 &&
  [...pages].every((page) => AREA_PAGES.has(page.replace(/^.*\/app\/|\?.*$/g, "")));

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), serverFiles, fewerFiles],
  environments: {
    ssr: {
      // Bundles the libraries, tree-shaken: reading a thousand small files would take most of the start, and 150 MB.
      // EXTERNAL: packages with native code, or that read their own files.
      resolve: command === "build" ? { noExternal: true, external: EXTERNAL } : {},
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      build: { rolldownOptions: { input: SERVER_ENTRIES } },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page loads the list of all files: short names make it smaller.
            entryFileNames: "assets/[hash:7].js",
            chunkFileNames: "assets/[hash:7].js",
            // A few chunks instead of thirty small ones: on a phone each request costs more than its bytes.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /entry\.client|node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                },
                {
                  // The page frame and modules shared by public pages or with « idle », without those of the signed-in areas.
                  name: (id, chunks) => {
                    const pages = pagesOf(id, chunks);
                    const isShared = pages.size > 1 || id.endsWith("/use-strip.ts");
                    return isShared && !isSharedByAreas(pages) ? "shop" : null;
                  },
                  test: /\/app\/(root\.tsx|(ui(?!\/(areas|colour-|palette-|excerpt|french-da|mailto-|password-field|markdown|number-|euros-|percent-|email-))|cart|live|platform(?!\/methods-)|shell|favourites|search)\/|catalogue\/([^/]+$|families\/swatch)|error-screen|page-meta|root-shop|shop-name)/,
                },
                // A product page loads both when it is idle: one request instead of two.
                {
                  name: "idle",
                  test: /\/app\/(ui\/toast-area|catalogue\/(full-size|use-magnifier))\.tsx?$|node_modules\/react-toastify\//,
                },
                // Few public pages show dates.
                { name: "french-date", test: /\/app\/ui\/french-da/ },
                {
                  name: "accounts",
                  test: /\/app\/(accounts\/(account-(fields|schema)|confirmation-field|outcome|sign-in-frame|pictures\/)|ui\/password-field)/,
                },
                // One file of cart and payment pages instead of two small ones.
                {
                  name: "orders",
                  test: /\/app\/(orders\/order-(totals|view)|checkout\/pay-or-cancel|platform\/methods-schema|invoices\/vat)\.tsx?$/,
                },
                { name: "legal", test: /\/app\/pages\/(legal-page|seller-facts)/ },
                { name: "areas-ui", test: /\/app\/ui\/areas\// },
                {
                  name: (id, chunks) => (isSharedByAreas(pagesOf(id, chunks)) ? "areas" : null),
                  test: /\/app\//,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: "es2023", assetsInlineLimit: 0 },
  server: { hmr: { port: 24678 } },
  optimizeDeps: { include: ["react-toastify/unstyled"] },
}));
