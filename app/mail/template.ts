import type { ReactNode } from "react";
import type { Shop } from "#app/root-data.ts";
import type { Site } from "./mail-site.ts";

/** A mail template. Its props must survive JSON, because the outbox stores them. */
export type Template<Props extends object> = {
  subject: (props: Props, shop: Shop) => string;
  Mail: (props: Props & { site: Site }) => ReactNode;
};
