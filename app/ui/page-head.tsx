import type { ReactNode, RefObject } from "react";

type PageHeadProps = {
  title: string;
  /** Given when the screen moves the focus to its title (`useFocusOnPage`). */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** One line under the title, inline content only. */
  children?: ReactNode;
  /** Buttons of size « s » or a `seg` of choices: at the right, under the text on phones. */
  actions?: ReactNode;
};

/** What a screen of the signed-in areas starts with; holds the page's only h1. */
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
