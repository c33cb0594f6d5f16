import type { Viewer } from "#app/accounts/session.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import type { MenuCounts } from "./menu-count.tsx";

/** The root loader's data about the shop, for header and footer; undefined when the root loader failed. */
export type FrameShop = Shop | undefined;
export type FrameViewer = (Omit<Viewer, "sessionId"> & { counts: MenuCounts }) | null;
