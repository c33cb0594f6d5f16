import { useHydrated } from "../use-hydrated.ts";

/**
 * Returns the aria-keyshortcuts value for Ctrl+letter and ⌘+letter. `useShortcuts` (shell/shortcuts.ts) finds the control
 * by this attribute.
 */
export const shortcut = (letter: string) => `Control+${letter} Meta+${letter}`;

/**
 * The visible keys of a shortcut, shown after hydration. Hidden from screen readers, which read the control's
 * `aria-keyshortcuts`.
 */
export function Keys({ letter }: { letter: string }) {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const isApple = /^(Mac|iP)/.test(navigator.platform);
  return (
    <kbd
      className="keys"
      aria-hidden="true"
    >{`${isApple ? "⌘\u00a0" : "Ctrl\u00a0"}${letter}`}</kbd>
  );
}
