import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The path of the program when it isn't on PATH. */
const PROGRAM = process.env["HAPROXY_PROGRAM"] ?? "haproxy";

/** Starts HAProxy with docs/haproxy.cfg, without host names and certificates, in front of these nodes. */
export function startHaproxy(place: { folder: string; port: number; nodes: number[] }) {
  const { port, nodes } = place;
  mkdirSync(place.folder, { recursive: true });
  const file = join(place.folder, "haproxy.cfg");
  writeFileSync(
    file,
    readFileSync(new URL("../../docs/haproxy.cfg", import.meta.url), "utf8")
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace(/(?: *server \w+ 10\.0\.0\.\d+:3000\n)+/, () =>
        nodes.map((node) => `  server node-${node} 127.0.0.1:${node}\n`).join(""),
      ),
  );
  const haproxy = spawn(PROGRAM, ["-db", "-q", "-f", file], { stdio: "inherit" });
  const ended = once(haproxy, "exit");
  return {
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      haproxy.kill("SIGTERM");
      await ended;
    },
  };
}
