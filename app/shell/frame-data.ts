import type { Viewer } from "#app/accounts/session.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { MenuCounts } from "./menu-count.tsx";

/** The root loader's data about the shop, for header and footer; undefined when the root loader failed. */
export type FrameShop = Config["shop"] | undefined;
export type FrameViewer = (Omit<Viewer, "sessionId"> & { counts: MenuCounts }) | null;
