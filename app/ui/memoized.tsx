import {
  createContext,
  use,
  type FunctionComponent,
  type HTMLAttributes,
  type MemoExoticComponent,
} from "react";

/** What JSON tells without loss. */
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
 * A component that shows its properties and nothing else: no context, no clock, no `useId`, nothing that React moves to the
 * head of the page (a title, a picture that is loaded at once outside `<picture>`).
 */
type Contents<Props> = FunctionComponent<Props> | MemoExoticComponent<FunctionComponent<Props>>;

/** The markup of a component with these properties. */
export type MarkupOf = <Props extends JsonProps>(
  component: Contents<Props>,
  props: Props,
) => string;

/** On the server, for a page; null in the browser and within what is memoized. */
export const MarkupContext = createContext<MarkupOf | null>(null);

type MemoizedProps<Props> = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "article" | "section" | "footer";
  /** What stands in the element. */
  contents: Contents<Props>;
  props: Props;
};

/**
 * An element whose contents are the same wherever they are shown: the server renders them once for the same properties
 * and writes that markup from then on (decision 34); in the browser they are components as any others.
 */
export function Memoized<Props extends JsonProps>(memoized: MemoizedProps<Props>) {
  const { as: Tag, contents: Contents, props, ...attributes } = memoized;
  const markupOf = use(MarkupContext);
  // Rendering within a rendering ends this component's right to hooks: nothing may come after.
  if (markupOf)
    // oxlint-disable-next-line react/no-danger -- React wrote it
    return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markupOf(Contents, props) }} />;
  return (
    <Tag {...attributes}>
      <Contents {...props} />
    </Tag>
  );
}
