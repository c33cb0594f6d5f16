import { classes } from "./classes.ts";
import type { ComponentProps } from "react";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path of the shop, with its search and hash: « /boutique?page=2 ». */
  to: string;
  /** Takes the current page's place in the history. */
  replace?: boolean;
  /** Leaves the page scrolled where it is. */
  preventScrollReset?: boolean;
  /** Its picture grows into that of the page. */
  growPicture?: boolean;
  /** Leaves the way to the browser: a file, or a page that must begin anew. */
  reloadDocument?: boolean;
};

/**
 * A link to a page of the shop: a plain anchor, which `LinkNavigation` follows without loading the document again.
 * React Router's own link subscribes to the router, resolves its address and handles its clicks one by one: on a list of products
 * that was a fifth of the rendering, here and on the phone (decision 0022).
 */
export function Link(props: LinkProps) {
  const { to, replace, preventScrollReset, growPicture, reloadDocument, children, ...rest } = props;
  const how = reloadDocument
    ? undefined
    : classes(replace && "replace", preventScrollReset && "keep-scroll", growPicture && "grow");
  return (
    <a {...rest} href={to} data-link={how}>
      {children}
    </a>
  );
}
