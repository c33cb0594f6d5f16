import type { ReactNode, RefObject } from "react";

type PageHeadProps = {
  title: string;
  /** A ref for moving the focus to the title (`useFocusOnPage`). */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** One line below the title, inline content only. */
  children?: ReactNode;
  /** Buttons of size « s », or links with the class `seg`. They are on the right; on phones, below the text. */
  actions?: ReactNode;
};

/** The header of a page in the signed-in areas, with its only h1. */
export function PageHead({ title, heading, children, actions }: PageHeadProps) {
  return (
    <div className="phead">
      <div className="phead__text">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className="phead__acts">{actions}</div>}
    </div>
  );
}
