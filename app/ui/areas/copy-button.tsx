import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { toast } from "../toast.tsx";
import { useHydrated } from "../use-hydrated.ts";

type CopyButtonProps = {
  text: string;
  /** « Copier l’adresse ». */
  label: string;
  /** The toast after copying: « Adresse copiée ». */
  done: string;
  /** Shows only the icon. */
  isIcon?: boolean;
};

/** A button that copies a text. Not rendered without clipboard access, that is without JavaScript or over plain HTTP. */
export function CopyButton({ text, label, done, isIcon = false }: CopyButtonProps) {
  const hydrated = useHydrated();
  if (!hydrated || !("clipboard" in navigator)) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      toast.error("La copie a échoué\u00a0: sélectionnez le texte.");
    }
  }
  return isIcon ? (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </button>
  ) : (
    <Button icon="copy" type="button" variant="plain" size="s" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
