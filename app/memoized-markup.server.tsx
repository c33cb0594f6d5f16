import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { MarkupOf } from "./ui/memoized.tsx";

/** Of markup and keys together; a card's take 4 KB. */
const MOST_BYTES = 8 * 1024 * 1024;
const BYTES_A_SIGN = 2;
const markups = new LRUCache<string, string>({
  maxSize: MOST_BYTES,
  sizeCalculation: (markup, key) => BYTES_A_SIGN * (markup.length + key.length),
});
const numbers = new WeakMap<object, number>();
let newest = 0;

/** The markup of `component` with `props`, rendered when they are first seen: by itself, with no context of the page's. */
export const markupOf: MarkupOf = (Component, props) => {
  let number = numbers.get(Component);
  if (!number) numbers.set(Component, (number = ++newest));
  const key = number + JSON.stringify(props);
  let markup = markups.get(key);
  if (markup === undefined) {
    // In one piece: of what React puts together V8 would keep each.
    markup = Buffer.from(renderToString(<Component {...props} />)).toString();
    markups.set(key, markup);
  }
  return markup;
};
