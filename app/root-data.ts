import type { SessionViewer } from "./accounts/session.server.ts";
import type { MenuCounts } from "./shell/menu-count.tsx";

export type { Shop } from "./settings/shop.ts";

/** The data of the root route, for every page. */
export type RootData = {
  /** Milliseconds since 1970. */
  renderedAt: number;
  year: string;
  baseUrl: string;
  /** The `Shop` as one JSON text, see `shopOfRoot`. */
  shop: string;
  /** Categories without products; missing when there are none. */
  emptyCategories?: readonly string[];
  /** A class of the body, with which closed.css hides what a closed shop hasn't; missing while it is open. */
  closed?: "closed" | "closed-to-others";
  /** The signed-in person without what concerns the session; null: a visitor. */
  viewer: (Omit<SessionViewer, "sessionId" | "hasRecentPassword"> & { counts: MenuCounts }) | null;
  favouriteIds: string[];
};
