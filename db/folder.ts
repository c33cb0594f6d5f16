import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

/** This folder. The build doesn't copy its migrations and demo files, so the built server reads them here. */
export const DB_FOLDER = new URL("./db/", pathToFileURL(findPackageJSON(import.meta.url)!));
