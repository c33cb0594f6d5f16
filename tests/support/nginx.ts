import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The path of the program when it isn't on PATH. */
const PROGRAM = process.env["NGINX_PROGRAM"] ?? "nginx";

export const hasNginx = () => !spawnSync(PROGRAM, ["-v"]).error;

/** Waits until a started proxy forwards requests. */
export async function waitForProxy(url: string): Promise<void> {
  for (let tries = 0; !(await fetch(url).catch(() => null))?.ok; tries++) {
    if (tries === 200) throw new Error(`${url} doesn't answer`);
    await sleep(100);
  }
}

type Place = {
  folder: string;
  port: number;
  nodes: number[];
  /** Whether nginx caches pages and files; true by default. */
  isCaching?: boolean;
};

/** Starts nginx with docs/nginx.conf, without host names and certificates, in front of these nodes. */
export function startNginx(place: Place) {
  const { port, nodes, isCaching = true } = place;
  const folder = join(place.folder, "nginx");
  mkdirSync(join(folder, "logs"), { recursive: true });
  const shop = readFileSync(new URL("../../docs/nginx.conf", import.meta.url), "utf8")
    .replaceAll("/var/cache/nginx", folder)
    .replace(/listen .*/, `listen 127.0.0.1:${port};`)
    .replace("Host $host", "Host $http_host")
    .replaceAll(/^ *ssl_.*\n/gm, "")
    .replace(/(?: *server 10\.0\.0\.\d+:3000(.*)\n)+/, (_lines, settings: string) =>
      nodes.map((node) => `server 127.0.0.1:${node}${settings}\n`).join(""),
    )
    .replaceAll(/^ *proxy_cache \w+;\n/gm, isCaching ? "$&" : "");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_processes auto; events { worker_connections 4096; } http { access_log off;\n${paths}\n${shop} }`,
  );
  const nginx = spawn(PROGRAM, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: "inherit",
  });
  const ended = once(nginx, "exit");
  return {
    url: `http://127.0.0.1:${port}`,
    pid: nginx.pid!,
    async stop(): Promise<void> {
      nginx.kill("SIGTERM");
      await ended;
    },
  };
}
