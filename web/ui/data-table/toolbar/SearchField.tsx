import { useEffect, useId, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  q: string;
  maxLength: number;
  onSearch: (q: string) => void;
}

const typingPauseMs = 250;

/** Searches while the user types, debounced. Enter searches immediately, and Escape clears the search. */
export function SearchField({ label, q, maxLength, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(q);
  const lastSearch = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Updates the input when "Back" or "Show the whole list" changes the search.
  useEffect(() => {
    if (q === lastSearch.current) return;
    lastSearch.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const query = text.trim();
    if (query === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = query;
      search.current(query);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  function submitSearch(query: string) {
    setText(query);
    if (query.trim() === lastSearch.current) return;
    lastSearch.current = query.trim();
    onSearch(query.trim());
  }

  return (
    <div className="table-search">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder={label}
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => (event.target.value === '' ? submitSearch('') : setText(truncate(maxLength, event.target.value)))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submitSearch(text);
          if (event.key !== 'Escape' || text === '') return;
          // In a dialog, Escape clears the search instead of closing the dialog.
          event.preventDefault();
          event.stopPropagation();
          submitSearch('');
        }}
      />
    </div>
  );
}

/** Truncates by code points. The `maxLength` attribute would count an emoji as two characters. */
function truncate(count: number, text: string): string {
  return [...text].slice(0, count).join('');
}
