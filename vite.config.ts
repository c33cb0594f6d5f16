import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few files instead of thirty small ones: on a phone each request costs more than its bytes.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                },
                {
                  name: "shop",
                  // The shop's own pages share it; what only the signed-in areas share stays out.
                  test: /\/app\/((ui|cart|live|platform|shell|favourites|search)\/|catalogue\/[^/]+$|pages\/error-screen)/,
                  minShareCount: 2,
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
});
