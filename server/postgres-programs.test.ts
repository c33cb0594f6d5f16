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
import { copyPrograms } from "./postgres-programs.ts";

/** A package whose files only its owner may read, and the path of a folder for the copy, which doesn't exist yet. */
function privatePackage() {
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

test.skipIf(process.getuid!() !== 0)(
  "every user can run the copied programs, and only root can write them",
  () => {
    const { programs, folder } = privatePackage();
    const former = process.umask(0o077);
    onTestFinished(() => void process.umask(former));
    const copy = copyPrograms(programs, folder);
    expect(copy).toBe(join(folder, "postgresql-18.6.0/bin"));
    expect(asNobody(join(copy, "postgres"))).toBe("postgres\n");
    expect(asNobody("cat", join(folder, "postgresql-18.6.0/lib/libpq.so"))).toBe("library");
    expect(statSync(join(folder, "postgresql-18.6.0")).mode & 0o777).toBe(0o755);
    // Copied once: an existing copy is used unchanged.
    rmSync(join(copy, "initdb"));
    expect(copyPrograms(programs, folder)).toBe(copy);
    expect(existsSync(join(copy, "initdb"))).toBe(false);
  },
);

test.skipIf(process.getuid!() !== 0)(
  "concurrent starts make one complete copy and leave no temporary folder",
  async () => {
    const { programs, folder } = privatePackage();
    const start = `import { copyPrograms } from ${JSON.stringify(import.meta.resolve("./postgres-programs.ts"))};
    console.log(copyPrograms(${JSON.stringify(programs)}, ${JSON.stringify(folder)}));`;
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
  ["a symbolic link", (path: string) => symlinkSync("/usr", path)],
])("refused as the copy or its parent folder: %s", (_kind, plant) => {
  for (const place of ["", "/postgresql-18.6.0"]) {
    const { programs, folder } = privatePackage();
    if (place) mkdirSync(folder);
    plant(folder + place);
    expect(() => copyPrograms(programs, folder)).toThrow(/root owns and nobody else may write/);
  }
});
