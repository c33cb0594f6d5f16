import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

/** This folder, whose files that aren't code stay where they are when the code is built. */
export const DB_FOLDER = new URL("./db/", pathToFileURL(findPackageJSON(import.meta.url)!));
