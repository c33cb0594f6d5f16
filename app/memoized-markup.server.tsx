import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { MarkupOf } from "./ui/memoized.tsx";

/** Maximal size of the cache, keys included; a product card takes 4 KB. */
const MOST_BYTES = 8 * 1024 * 1024;
const BYTES_A_CHARACTER = 2;
const markups = new LRUCache<string, string>({
  maxSize: MOST_BYTES,
  sizeCalculation: (markup, key) => BYTES_A_CHARACTER * (markup.length + key.length),
});
const numbers = new WeakMap<object, number>();
let newest = 0;

/**
 * The markup of `Component` with `props`, without any React context of the page. Cached by component and props (as JSON); the
 * least recently used markup is evicted.
 */
export const markupOf: MarkupOf = (Component, props) => {
  let number = numbers.get(Component);
  if (!number) numbers.set(Component, (number = ++newest));
  const key = number + JSON.stringify(props);
  let markup = markups.get(key);
  if (markup === undefined) {
    // Copied into one flat string: flattening React's concatenated string for each page takes 4 to 9 % of the rendering
    // time (docs/performance.md).
    markup = Buffer.from(renderToString(<Component {...props} />)).toString();
    markups.set(key, markup);
  }
  return markup;
};
