import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";

export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/**
 * What an address begins with: « https://host/produit/01?… » with « produit », its data too; the home page with nothing,
 * and its data, « /_.data », with no word of ours.
 */
const FIRST_WORD = /^[a-z]+:\/\/[^/]+\/(?:([\w.-]+?)(?:\.data)?(?:[/?#]|$)|[?#]|$)/;

/**
 * What answers requests for the pages of `build`. React Router tries an address with one route after the other, each from
 * the root on, and twice: of a search that was a twenty-fifth (decision 22). So those that begin with a word of ours are
 * answered by a handler that knows the routes of this word alone, every other address by one that knows all.
 */
export function pagesOf(build: ServerBuild, mode: string): Pages {
  const all = createRequestHandler(build, mode);
  const routes = Object.entries(build.routes);
  const wordOf = (id: string): string | undefined => {
    const { parentId, path } = build.routes[id]!;
    return (parentId && wordOf(parentId)) || path?.split("/", 1)[0] || undefined;
  };
  const words = new Set(routes.map(([id]) => wordOf(id) ?? ""));
  // Each made when its word is first asked for.
  const handlers = new Map<string, Pages>();
  const handlerOf = (word: string): Pages => {
    // Layouts and the home page have no word; « * », the page that isn't there, stands for any.
    const isOwn = (of: string | undefined) => of === undefined || of === word || /^[:*]/.test(of);
    const own = routes.filter(([id]) => isOwn(wordOf(id)));
    return createRequestHandler({ ...build, routes: Object.fromEntries(own) }, mode);
  };
  return (request, context) => {
    const found = FIRST_WORD.exec(request.url);
    const word = found && (found[1] ?? "");
    // In capitals, say, or with percent signs: it may be one of ours all the same.
    if (word === null || !words.has(word)) return all(request, context);
    let handler = handlers.get(word);
    if (!handler) handlers.set(word, (handler = handlerOf(word)));
    return handler(request, context);
  };
}
