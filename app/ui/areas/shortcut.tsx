import { useHydrated } from "../use-hydrated.ts";

/** What a control bears that Ctrl (on Apple's keyboards ⌘) and a letter press (shell/shortcuts.ts). */
export const shortcut = (letter: string) => `Control+${letter} Meta+${letter}`;

/** The keys, shown where there is a keyboard; screen readers hear them from the control. */
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
