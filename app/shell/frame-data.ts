import type { Viewer } from "#app/accounts/session.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { MenuCounts } from "./menu-count.tsx";

/** What the frame shows of the shop and of who looks at it, from the root loader; nothing when that one failed. */
export type FrameShop = Config["shop"] | undefined;
export type FrameViewer = (Omit<Viewer, "sessionId"> & { counts: MenuCounts }) | null;
