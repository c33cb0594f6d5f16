/*
 * Two rules of oxlint, both because a browser's translation replaces text nodes by its own elements (facebook/react#11538).
 * `text-beside-condition`: a text that stands beside something conditional has an element of its own. React fails to remove such a text,
 * or to insert something before it, and the page becomes an error screen.
 * `changing-text`: a text that changes is the only child of its element. React then sets the content of the element; among siblings
 * it would write to the replaced text node, and the page would keep the old text.
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

const partsOf = ({ children = [] }: Node) =>
  children
    .filter((child) => !isLayout(child))
    .map((node) => ({ node, kinds: renderedBy(node) }))
    .filter(({ kinds }) => kinds.length > 0);

const textBesideCondition = {
  create(context: Context) {
    const check = (element: Node) => {
      const parts = partsOf(element);
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

const isFixed = ({ type, expression }: Node) =>
  type === "JSXText" || expression?.type === "Literal";
/** Whether an expression is one text or another. */
const isChoice = (kinds: Rendered[]) => kinds.length > 1 && kinds.every((kind) => kind === "text");

const changingText = {
  create(context: Context) {
    const check = (element: Node) => {
      const parts = partsOf(element);
      if (parts.length < 2) return;
      const isText = parts.every(({ kinds }) => !kinds.includes("element"));
      if (isText && element.type === "JSXElement") {
        const changing = parts.find(({ node }) => !isFixed(node));
        if (changing && parts.some(({ node }) => isFixed(node)))
          context.report({
            node: changing.node,
            message: "Write this text as one template literal.",
          });
      } else
        for (const { node, kinds } of parts)
          if (isChoice(kinds))
            context.report({ node, message: "Give this changing text an element of its own." });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default {
  meta: { name: "eclat" },
  rules: { "text-beside-condition": textBesideCondition, "changing-text": changingText },
};
