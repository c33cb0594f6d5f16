import { Button } from "../button.tsx";

/** Prints the page; only with JavaScript. */
export function PrintButton({ variant }: { variant?: "plain" }) {
  return (
    <Button
      icon="printer"
      type="button"
      variant={variant}
      size="s"
      className="needs-js"
      onClick={() => window.print()}
    >
      Imprimer
    </Button>
  );
}
