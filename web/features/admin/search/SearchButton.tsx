import { useEffect, useRef, useState } from 'react';
import '#web/features/admin/search/search.css';
import { page } from '#web/lib/react/page.tsx';
import { readShortcutsSetting } from '#web/lib/react/use-shortcuts.ts';
import { SearchIcon } from '#web/ui/icons/icons.tsx';

const SearchDialog = page(() => import('#web/features/admin/search/SearchDialog.tsx').then((file) => file.SearchDialog)).Component;

/** Opens the search dialog. Shortcuts are `/` outside of inputs, and Ctrl-K or Cmd-K anywhere. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  /** Letters typed after the shortcut while the dialog's code is loading; null if no dialog is loading. */
  const typed = useRef<string | null>(null);

  function open() {
    typed.current = '';
    setOpen(true);
  }
  function close() {
    typed.current = null;
    setOpen(false);
  }

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (typed.current !== null) return keepKey(event);
      if (event.defaultPrevented || event.repeat || !isSearchShortcut(event)) return;
      event.preventDefault();
      typed.current = '';
      setOpen(true);
    }
    function keepKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (typed.current === null || ctrlKey || metaKey || altKey) return;
      if (key.length === 1) typed.current += key;
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <>
      <button
        type="button"
        className="secondary button-small admin-search"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <SearchIcon />
        <span className="admin-search-word">Search</span>
        <span className="admin-search-key" aria-hidden="true">
          /
        </span>
      </button>
      {isOpen && <SearchDialog typed={typed} onClose={close} />}
    </>
  );
}

function isSearchShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return (
    key === '/' &&
    readShortcutsSetting() &&
    !(target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]'))
  );
}
