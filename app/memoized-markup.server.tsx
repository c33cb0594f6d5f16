import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { MarkupOf } from "./ui/memoized.tsx";

/** A card's markup and its key take some 3 KB. */
const MOST = 2_000;
const markups = new WeakMap<object, LRUCache<string, string>>();

/** The markup of `component` with `props`, rendered when they are first seen: by itself, with no context of the page's. */
export const markupOf: MarkupOf = (Component, props) => {
  let known = markups.get(Component);
  if (!known) markups.set(Component, (known = new LRUCache({ max: MOST })));
  const key = JSON.stringify(props);
  let markup = known.get(key);
  if (markup === undefined) {
    // In one piece: of what React puts together V8 would keep each.
    markup = Buffer.from(renderToString(<Component {...props} />)).toString();
    known.set(key, markup);
  }
  return markup;
};
