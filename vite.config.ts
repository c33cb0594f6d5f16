import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const EXTERNAL = ["sharp", "pdfkit", "pg-native"];
/** What is asked by the tests, the shop, and the program that it has unpack pictures. */
const SERVER_ENTRIES = {
  index: "./server/app.ts",
  main: "./server/main.ts",
  "picture-decoder": "./app/media/picture-decoder.ts",
};
/** Each of the server's entries under its own name. */
const serverFiles: Plugin = {
  name: "server-files",
  configEnvironment: (name) =>
    name === "ssr"
      ? { build: { rolldownOptions: { output: { entryFileNames: "[name].js" } } } }
      : null,
};

/** A route's module may then stand in a file with others, instead of one more file that points to it. */
const fewerFiles: Plugin = {
  name: "fewer-files",
  applyToEnvironment: ({ name }) => name === "client",
  options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
};

type Chunks = { getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null };

/** The routes' modules that import this one, themselves or by others; the root counts for all. */
function pagesOf(id: string, chunks: Chunks, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  if (id.includes("/app/root.tsx")) return new Set(["root", "every page"]);
  const module = chunks.getModuleInfo(id);
  if (!module) return new Set();
  const above = module.importers.flatMap((importer) => [...pagesOf(importer, chunks, seen)]);
  return new Set(module.isEntry ? [id, ...above] : above);
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), serverFiles, fewerFiles],
  environments: {
    ssr: {
      // The built server holds its libraries, and of them what it uses: reading a thousand small files takes the most of
      // a start, and 150 MB. Left outside: programs of the machine, and what reads files of its own.
      resolve: command === "build" ? { noExternal: true, external: EXTERNAL } : {},
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      build: { rolldownOptions: { input: SERVER_ENTRIES } },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few files instead of thirty small ones: on a phone each request costs more than its bytes.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /entry\.client|node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                },
                {
                  // The frame, and what pages share of the shop itself; what only the signed-in areas share stays out.
                  name: (id, chunks) => (pagesOf(id, chunks).size > 1 ? "shop" : null),
                  test: /\/app\/(root\.tsx|(ui(?!\/(areas|french-date|password-field))|cart|live|platform|shell|favourites|search)\/|catalogue\/[^/]+$|pages\/error-screen)/,
                },
                // A group includes its modules' imports. Product pages show dates too: those stay in a file of their own.
                { name: "french-date", test: /\/app\/ui\/french-date/ },
                { name: "areas-ui", test: /\/app\/ui\/areas\// },
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
