import { useEffect, useId, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  q: string;
  maxLength: number;
  onSearch: (q: string) => void;
}

const typingPauseMs = 250;

/** Searches while typing, debounced. Enter searches at once, Escape clears. */
export function SearchField({ label, q, maxLength, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(q);
  const searched = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;

  // "Back" or "Show the whole list" can change it from outside.
  useEffect(() => {
    if (q === searched.current) return;
    searched.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = wanted;
      search.current(wanted);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  function searchNow(wanted: string) {
    setText(wanted);
    if (wanted.trim() === searched.current) return;
    searched.current = wanted.trim();
    onSearch(wanted.trim());
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
        onChange={(event) => (event.target.value === '' ? searchNow('') : setText(atMost(maxLength, event.target.value)))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(text);
          if (event.key !== 'Escape' || text === '') return;
          // In a dialog Escape clears the search instead of closing the dialog.
          event.preventDefault();
          event.stopPropagation();
          searchNow('');
        }}
      />
    </div>
  );
}

/** Counts code points; `maxLength` would count an emoji as two. */
function atMost(count: number, text: string): string {
  return [...text].slice(0, count).join('');
}
