import { useEffect, useId, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
  q: string;
  /** The most characters that it takes. */
  maxLength: number;
  onSearch: (q: string) => void;
}

const typingPauseMs = 250;

/** Searches once typing pauses, or at once by Enter; Escape clears. */
export function SearchField({ label, q, maxLength, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(q);
  const searched = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Going back, or "Show the whole list", changes what is searched for from elsewhere.
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
          // In a dialog, Escape with something typed clears the search and not the dialog.
          event.preventDefault();
          event.stopPropagation();
          searchNow('');
        }}
      />
    </div>
  );
}

/** The first so many characters. The input's own limit would count an emoji as two. */
function atMost(count: number, text: string): string {
  return [...text].slice(0, count).join('');
}
