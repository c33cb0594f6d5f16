import { Icon } from "./icon.tsx";
import { Link, type LinkProps } from "./link.tsx";

/** The link above a page's title that leads back to where one comes from. */
export function BackLink({ children, ...link }: LinkProps) {
  return (
    <Link {...link} className="crumb">
      <Icon name="arrow-left" size={16} />
      {children}
    </Link>
  );
}
