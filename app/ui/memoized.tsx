import {
  createContext,
  use,
  type FunctionComponent,
  type HTMLAttributes,
  type MemoExoticComponent,
} from "react";

/** A component that shows its properties and nothing else: no context, no state of its own. */
type Contents<Props> = FunctionComponent<Props> | MemoExoticComponent<FunctionComponent<Props>>;

/** The markup of a component with these properties. */
export type MarkupOf = <Props extends object>(component: Contents<Props>, props: Props) => string;

/** On the server; null in the browser. */
export const MarkupContext = createContext<MarkupOf | null>(null);

type MemoizedProps<Props> = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "article" | "section" | "footer";
  /** What stands in the element. Its properties are all it can know, and can be told in JSON. */
  contents: Contents<Props>;
  props: Props;
};

/**
 * An element whose contents are the same wherever they are shown: the server renders them once for the same properties
 * and writes that markup from then on (decision 34); in the browser they are components as any others.
 */
export function Memoized<Props extends object>(memoized: MemoizedProps<Props>) {
  const { as: Tag, contents: Contents, props, ...attributes } = memoized;
  const markupOf = use(MarkupContext);
  if (markupOf)
    // oxlint-disable-next-line react/no-danger -- React wrote it
    return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markupOf(Contents, props) }} />;
  return (
    <Tag {...attributes}>
      <Contents {...props} />
    </Tag>
  );
}
