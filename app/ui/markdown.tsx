import { createElement, type ReactNode } from "react";
import { Link } from "./link.tsx";
import { Picture, type StoredPicture } from "./picture.tsx";

/** The elements that a text in Markdown may contain. A heading's `level` counts from 0, without gaps. */
export type MarkdownNode =
  | string
  | { tag: "p" | "ul" | "ol" | "li" | "strong" | "em"; content: MarkdownNode[] }
  | { tag: "heading"; level: number; content: MarkdownNode[] }
  | { tag: "a"; href: string; content: MarkdownNode[] }
  | { tag: "br" }
  | { tag: "img"; picture: StoredPicture; alt: string };

type MarkdownProps = {
  /** A parsed text (platform/markdown.server.ts). */
  nodes: readonly MarkdownNode[];
  /** The level of its first headings: 2 for h2. */
  level: number;
};

/** Renders a text in Markdown. The parser stays on the server: browsers get the parsed nodes. */
export function Markdown({ nodes, level }: MarkdownProps) {
  return <>{childrenOf(nodes, level)}</>;
}

function childrenOf(nodes: readonly MarkdownNode[], level: number): ReactNode[] {
  // The nodes have no identity, and their order never changes.
  return nodes.map((node, index) => {
    if (typeof node === "string") return node;
    switch (node.tag) {
      case "br":
        // oxlint-disable-next-line react/no-array-index-key
        return <br key={index} />;
      case "img":
        return (
          <Picture
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            picture={node.picture}
            alt={node.alt}
            sizes="(min-width: 720px) 680px, 100vw"
          />
        );
      case "a":
        return isPage(node.href) ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Link key={index} className="link" to={node.href}>
            {childrenOf(node.content, level)}
          </Link>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <a key={index} className="link" href={node.href}>
            {childrenOf(node.content, level)}
          </a>
        );
      case "heading":
        return createElement(
          `h${Math.min(6, level + node.level)}`,
          { key: index },
          childrenOf(node.content, level),
        );
      default:
        return createElement(node.tag, { key: index }, childrenOf(node.content, level));
    }
  });
}

/** Whether a link leads to a page of the shop, rather than to a file, another site or a place in the page. */
const isPage = (href: string) => /^\/(?!media\/|assets\/)/.test(href);
