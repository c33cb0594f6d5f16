import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openCopy } from "./postgres-programs.ts";

/** A package of programs that is closed to others, and an empty place for its copy. */
function closedPackage() {
  const root = mkdtempSync(join(tmpdir(), "eclat-programs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const bin = join(root, "package/native/bin");
  mkdirSync(bin, { recursive: true, mode: 0o700 });
  mkdirSync(join(root, "package/native/lib"), { mode: 0o700 });
  writeFileSync(join(root, "package/package.json"), '{ "version": "18.6.0" }');
  for (const name of ["postgres", "initdb"])
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name}\n`, { mode: 0o700 });
  writeFileSync(join(root, "package/native/lib/libpq.so.5"), "library", { mode: 0o600 });
  symlinkSync("libpq.so.5", join(root, "package/native/lib/libpq.so"));
  return { programs: bin, folder: join(root, "cache") };
}

const asNobody = (program: string, ...args: string[]) =>
  execFileSync("setpriv", ["--reuid", "65534", "--clear-groups", program, ...args], {
    encoding: "utf8",
  });

test.skipIf(process.getuid!() !== 0)("a copy that everybody runs and root alone writes", () => {
  const { programs, folder } = closedPackage();
  const former = process.umask(0o077);
  onTestFinished(() => void process.umask(former));
  const copy = openCopy(programs, folder);
  expect(copy).toBe(join(folder, "postgresql-18.6.0/bin"));
  expect(asNobody(join(copy, "postgres"))).toBe("postgres\n");
  expect(asNobody("cat", join(folder, "postgresql-18.6.0/lib/libpq.so"))).toBe("library");
  expect(statSync(join(folder, "postgresql-18.6.0")).mode & 0o777).toBe(0o755);
  // Made once: what is there is taken as it is.
  rmSync(join(copy, "initdb"));
  expect(openCopy(programs, folder)).toBe(copy);
  expect(existsSync(join(copy, "initdb"))).toBe(false);
});

test.skipIf(process.getuid!() !== 0)(
  "starts at the same moment: one whole copy, no rest",
  async () => {
    const { programs, folder } = closedPackage();
    const start = `import { openCopy } from ${JSON.stringify(import.meta.resolve("./postgres-programs.ts"))};
    console.log(openCopy(${JSON.stringify(programs)}, ${JSON.stringify(folder)}));`;
    const starts = await Promise.all(
      Array.from({ length: 4 }, () =>
        promisify(execFile)("node", ["--input-type=module", "--eval", start]),
      ),
    );
    for (const { stdout } of starts)
      expect(asNobody(join(stdout.trim(), "postgres"))).toBe("postgres\n");
    expect(readdirSync(folder)).toEqual(["postgresql-18.6.0"]);
  },
);

test.skipIf(process.getuid!() !== 0).each([
  [
    "a folder that another user owns",
    (path: string) => (mkdirSync(path), chownSync(path, 65534, 0)),
  ],
  ["a folder that others may write", (path: string) => (mkdirSync(path), chmodSync(path, 0o777))],
  ["a link to elsewhere", (path: string) => symlinkSync("/usr", path)],
])("refused: %s, in place of the copy or around it", (_kind, plant) => {
  for (const place of ["", "/postgresql-18.6.0"]) {
    const { programs, folder } = closedPackage();
    if (place) mkdirSync(folder);
    plant(folder + place);
    expect(() => openCopy(programs, folder)).toThrow(/root owns and nobody else may write/);
  }
});
