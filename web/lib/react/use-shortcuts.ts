/** Single-key shortcuts. Users can turn them off because speech input may trigger them accidentally (WCAG 2.1.4). */
import { useEffect, useRef, useState } from 'react';

/** Actions by `KeyboardEvent.key`, with letters in lower case. */
export type Shortcuts = Record<string, (() => void) | undefined>;

const storageKey = 'desk-shortcuts';

export const readShortcutsSetting = () => localStorage.getItem(storageKey) !== 'off';

export function useShortcuts(shortcuts: Shortcuts): { areShortcutsOn: boolean; setShortcutsOn: (isOn: boolean) => void } {
  const [areShortcutsOn, setOn] = useState(readShortcutsSetting);
  const latestShortcuts = useRef(shortcuts);
  latestShortcuts.current = shortcuts;

  useEffect(() => {
    if (!areShortcutsOn) return;
    function handleKey(event: KeyboardEvent) {
      const isPlainKey = !event.defaultPrevented && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isPlainKey || isHandledByTarget(event) || document.querySelector('dialog[open]')) return;
      const action = latestShortcuts.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [areShortcutsOn]);

  function setShortcutsOn(isOn: boolean) {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
    setOn(isOn);
  }
  return { areShortcutsOn, setShortcutsOn };
}

/** Returns whether the focused element handles the key itself: an input, a menu or, for arrow keys, a scrollable element. */
function isHandledByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow') && target.closest('[tabindex="0"]')) return true;
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]') !== null;
}
