import {
  createContext,
  use,
  type FunctionComponent,
  type HTMLAttributes,
  type MemoExoticComponent,
} from "react";

/** Values that are unchanged after conversion to JSON and back. */
type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonProps = { readonly [name: string]: Json };

/**
 * A component whose markup depends only on its props: it uses no context, no time and no `useId`, and renders nothing that React
 * moves to the head (a title, an eagerly loaded picture outside `<picture>`).
 */
type Contents<Props> = FunctionComponent<Props> | MemoExoticComponent<FunctionComponent<Props>>;

/** Returns the markup of a component with these props, from a cache if it was rendered before. */
export type MarkupOf = <Props extends JsonProps>(
  component: Contents<Props>,
  props: Props,
) => string;

/** Set on the server while rendering a page; null in the browser and inside memoized contents. */
export const MarkupContext = createContext<MarkupOf | null>(null);

type MemoizedProps<Props> = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "article" | "section" | "footer";
  /** The component that renders the element's children. */
  contents: Contents<Props>;
  props: Props;
};

/**
 * An element whose contents depend only on their props. The server renders the contents once for equal props and reuses the
 * markup (decision 34). In the browser, the contents are rendered as an ordinary component.
 */
export function Memoized<Props extends JsonProps>(memoized: MemoizedProps<Props>) {
  const { as: Tag, contents: Contents, props, ...attributes } = memoized;
  const markupOf = use(MarkupContext);
  // The nested render resets React's hook dispatcher, so no hook may follow in this component.
  if (markupOf)
    // oxlint-disable-next-line react/no-danger -- the markup was rendered and escaped by React
    return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markupOf(Contents, props) }} />;
  return (
    <Tag {...attributes}>
      <Contents {...props} />
    </Tag>
  );
}
