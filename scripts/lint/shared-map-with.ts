/*
 * A rule of oxlint: `mapWith` is called on a new `sql` template only. Drizzle's `mapWith` changes the object itself: on a shared
 * constant it changes what every other query reads from it.
 */
type Node = { type: string; callee?: Node; object?: Node; property?: { name?: string } };
type Context = { report: (fault: { node: Node; message: string }) => void };

const rule = {
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const { object, property } = node.callee ?? {};
      if (property?.name === "mapWith" && object?.type === "Identifier")
        context.report({ node, message: "Wrap it: sql`${shared}`.mapWith(…)." });
    },
  }),
};

export default { meta: { name: "eclat-sql" }, rules: { "shared-map-with": rule } };
