/*
 * A rule of oxlint: a text that stands beside something conditional has an element of its own. A browser's translation replaces text
 * nodes by its own elements; React then fails to remove such a text, or to insert something before it, and the page becomes an error
 * screen (facebook/react#11538).
 */
type Node = {
  type: string;
  value?: unknown;
  children?: Node[];
  expression?: Node;
  operator?: string;
} & Record<string, unknown>;
/** What an expression may render: an element, a text, nothing, or unknown. */
type Rendered = "element" | "text" | "nothing" | "unknown";

function renderedBy(node: Node): Rendered[] {
  const of = (key: string) => renderedBy(node[key] as Node);
  switch (node.type) {
    case "JSXExpressionContainer":
      return of("expression");
    case "JSXElement":
    case "JSXFragment":
      return ["element"];
    case "JSXText":
    case "TemplateLiteral":
    case "BinaryExpression":
      return ["text"];
    case "Literal":
      // React renders no text node for "".
      if (node.value === "") return ["nothing"];
      return typeof node.value === "string" || typeof node.value === "number"
        ? ["text"]
        : ["nothing"];
    case "ConditionalExpression":
      return [...of("consequent"), ...of("alternate")];
    case "LogicalExpression":
      return node.operator === "&&" ? ["nothing", ...of("right")] : [...of("left"), ...of("right")];
    case "JSXEmptyExpression":
      return [];
    default:
      return ["unknown"];
  }
}

const isLayout = ({ type, value }: Node) =>
  type === "JSXText" && /^\s*\n\s*$/.test(value as string);
const isConditional = (kinds: Rendered[]) =>
  kinds.length > 1 && (kinds.includes("nothing") || kinds.includes("element"));

type Context = { report: (fault: { node: Node; message: string }) => void };

const rule = {
  create(context: Context) {
    const check = ({ children = [] }: Node) => {
      const parts = children
        .filter((child) => !isLayout(child))
        .map((node) => ({ node, kinds: renderedBy(node) }))
        .filter(({ kinds }) => kinds.length > 0);
      for (const [index, { node, kinds }] of parts.entries()) {
        if (parts.length < 2 || !isConditional(kinds)) continue;
        const next = parts[index + 1];
        if (kinds.includes("text"))
          context.report({ node, message: "Give this conditional text an element of its own." });
        else if (next?.kinds.includes("text"))
          context.report({
            node: next.node,
            message: "Give this text an element of its own: what stands before it is conditional.",
          });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default { meta: { name: "eclat" }, rules: { "text-beside-condition": rule } };
