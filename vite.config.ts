import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  environments: { ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } } },
  build: { target: "es2023", assetsInlineLimit: 0 },
  server: { hmr: { port: 24678 } },
  optimizeDeps: { include: ["react-toastify/unstyled"] },
});
