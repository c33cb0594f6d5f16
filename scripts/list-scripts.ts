import { writeFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * A file of scripts. `modules`: what it consists of, largest first, in bytes before minification, each with the modules that import it.
 * `imports`: the files that it loads with itself; `later`: by `import()`. Files are paths in build/client.
 */
export type Script = {
  name: string;
  modules: { path: string; bytes: number; importers: readonly string[] }[];
  imports: string[];
  later: string[];
};

const shortPath = (id: string) => id.replace(`${process.cwd()}/`, "");

/** Writes build/scripts.json, the browser's files of scripts by path: `Record<string, Script>`. */
export const listScripts: Plugin = {
  name: "list-scripts",
  applyToEnvironment: ({ name }) => name === "client",
  writeBundle(_options, files) {
    const scripts: Record<string, Script> = {};
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      const modules = Object.entries(file.modules).map(([id, { renderedLength }]) => ({
        path: shortPath(id),
        bytes: renderedLength,
        importers: this.getModuleInfo(id)?.importers.map(shortPath) ?? [],
      }));
      scripts[file.fileName] = {
        name: file.name,
        modules: modules
          .filter(({ bytes }) => bytes > 0)
          .sort((one, other) => other.bytes - one.bytes),
        imports: file.imports,
        later: file.dynamicImports,
      };
    }
    writeFileSync("build/scripts.json", JSON.stringify(scripts, null, 2));
  },
};
