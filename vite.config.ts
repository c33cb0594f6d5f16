import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { listScripts } from "./scripts/list-scripts.ts";
import { scriptFile } from "./scripts/script-file.ts";

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

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), serverFiles, fewerFiles, listScripts],
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
            codeSplitting: {
              groups: [{ name: scriptFile, includeDependenciesRecursively: false }],
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
