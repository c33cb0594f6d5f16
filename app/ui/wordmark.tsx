/** A shop's name in the head of pages and printed sheets, or its logo. `className` of the element around it: `logoClass`. */
type WordmarkProps = {
  name: string;
  logo: { path: string; width: number; height: number } | undefined;
};

export function Wordmark({ name, logo }: WordmarkProps) {
  if (!logo) return <span>{name}</span>;
  return <img src={`/media/${logo.path}`} width={logo.width} height={logo.height} alt={name} />;
}

/** A long name is set smaller: the phone's header leaves it 180 px. */
export const logoClass = (name: string) => (name.length > 8 ? "logo logo--long" : "logo");
