import { useHydrated } from "../use-hydrated.ts";

/** The `aria-keyshortcuts` value of a control for Ctrl (⌘ on Apple) and a letter; shell/shortcuts.ts finds it by this. */
export const shortcut = (letter: string) => `Control+${letter} Meta+${letter}`;

/** The visible keys of a shortcut. Hidden from screen readers, which read the control's `aria-keyshortcuts`. */
export function Keys({ letter }: { letter: string }) {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const isApple = /^(Mac|iP)/.test(navigator.platform);
  return (
    <kbd className="keys" aria-hidden="true">
      {isApple ? "⌘\u00a0" : "Ctrl\u00a0"}
      {letter}
    </kbd>
  );
}
