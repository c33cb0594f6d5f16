import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path of the shop with query and hash: « /boutique?page=2 ». */
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
  /** View transition from the link's picture to the product page's. */
  growPicture?: boolean;
  /** A full page load by the browser: for a file, or to reset all state. */
  reloadDocument?: boolean;
};

/**
 * A link to a page of the shop: a plain anchor; `LinkNavigation` handles the clicks. React Router's own Link subscribes to the
 * router and resolves its URL in each instance, which took a fifth of the rendering time of a product list, on the server and
 * on phones (decision 0022).
 */
export function Link(props: LinkProps) {
  const { to, replace, preventScrollReset, growPicture, reloadDocument, children, ...rest } = props;
  const options = reloadDocument
    ? undefined
    : classes(replace && "replace", preventScrollReset && "keep-scroll", growPicture && "grow");
  return (
    <a {...rest} href={to} data-link={options}>
      {children}
    </a>
  );
}
