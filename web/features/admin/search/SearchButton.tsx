import { useEffect, useState } from 'react';
import '#web/features/admin/search/search.css';
import { page } from '#web/lib/react/page.tsx';
import { readShortcutsSetting } from '#web/lib/react/use-shortcuts.ts';
import { SearchIcon } from '#web/ui/icons/icons.tsx';

const SearchDialog = page(() => import('#web/features/admin/search/SearchDialog.tsx').then((file) => file.SearchDialog)).Component;

/** Opens the search dialog. Shortcuts are `/` outside of inputs, and Ctrl-K or Cmd-K anywhere. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || !isSearchShortcut(event)) return;
      event.preventDefault();
      setOpen(true);
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
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="admin-search-word">Search</span>
        <span className="admin-search-key" aria-hidden="true">
          /
        </span>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
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
