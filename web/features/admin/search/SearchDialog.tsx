import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type SearchResult, SearchResultList, type SearchStep, searchPath } from '#schema/admin/search.ts';
import { searchMaxLength } from '#schema/rules.ts';
import { getResultDetails, getResultTitle } from '#web/features/admin/search/result-labels.ts';
import { searchResultUrl } from '#web/features/admin/urls.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/forms/Combobox.tsx';

const typingPauseMs = 150;
const lists = [
  { tab: 'users', name: 'Users' },
  { tab: 'cards', name: 'Cache Cards' },
  { tab: 'orders', name: 'Orders' },
  { tab: 'messages', name: 'Messages' },
] as const;

/** Searches as the user types. Includes places and messages if nothing else matches, and otherwise on request. */
export function SearchDialog({ typed, onClose }: { typed: RefObject<string | null>; onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [textQuery, setTextQuery] = useState<string>();
  // The input has the focus now, so it takes over what was typed before.
  useEffect(() => {
    setText((current) => (typed.current ?? '') + current);
    typed.current = null;
  }, [typed]);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  const ids = useSearchResults(q, 'ids');
  const hasNoMatch = ids?.q === q && ids.error === undefined && ids.results.length === 0;
  // Exact matches stay at the top when text matches are added.
  const step = textQuery === q || hasNoMatch ? 'texts' : 'ids';
  const texts = useSearchResults(step === 'texts' ? q : '', 'texts');
  const response = step === 'texts' ? (texts ?? ids) : ids;
  const isLate = text.trim() !== q || (q !== '' && (response?.q !== q || response.step !== step));
  const createOpener = (address: string) => () => {
    onClose();
    navigate(address);
  };

  const moreOptions: ComboboxOption[] =
    response?.step === 'texts'
      ? lists.map(({ tab, name }) => ({
          key: tab,
          content: `Search ${name} for “${response.q}”`,
          onChoose: createOpener(`${paths.adminDashboard(tab)}&${new URLSearchParams({ q: response.q })}`),
        }))
      : [{ key: 'texts', content: `Search places and messages for “${response?.q}”`, onChoose: () => setTextQuery(response?.q) }];
  const options: ComboboxOption[] = response
    ? [
        ...response.results.map((result) => ({
          key: `${result.kind} ${result.id}`,
          content: <ResultOption result={result} />,
          onChoose: createOpener(searchResultUrl(result)),
        })),
        ...(response.error === undefined ? moreOptions : []),
      ]
    : [];

  return (
    <Dialog open onClose={onClose} title="Search">
      <Combobox label={inputLabel} text={text} onText={setText} options={options} isLate={isLate} preselected={0}>
        {(inputProps) => (
          <>
            <input
              {...inputProps}
              type="search"
              aria-label={inputLabel}
              placeholder={inputLabel}
              maxLength={searchMaxLength}
              autoCapitalize="none"
              enterKeyHint="go"
              data-autofocus
            />
            <p className="combobox-status muted small" role="status">
              {text.trim() === '' ? examples : isLate ? 'Searching…' : formatStatus(response)}
            </p>
          </>
        )}
      </Combobox>
    </Dialog>
  );
}

const inputLabel = 'Name, email, phone, number, ID or reference';
const examples = 'Try a name, an email, TC-0000031, #31, Order 4, VC-…, CC-7-1042, a tracking number or a Stripe ID.';

function formatStatus(response: SearchState | undefined): string {
  if (!response) return '';
  if (response.error !== undefined) return `The search failed: ${errorText(response.error, 'please try again in a moment.')}`;
  if (response.results.length > 0) return `${plural(response.results.length, 'match', 'matches')}.`;
  return response.step === 'texts' ? 'No matches, not even in recent cards or messages.' : 'Searching cards and messages…';
}

function ResultOption({ result }: { result: SearchResult }) {
  return (
    <>
      <span>{getResultTitle(result)}</span>
      <span className="muted small">{getResultDetails(result)}</span>
    </>
  );
}

interface SearchState {
  q: string;
  step: SearchStep;
  results: SearchResult[];
  error: unknown;
}

/** Returns search results, or the previous results while a new search is loading. */
function useSearchResults(q: string, step: SearchStep): SearchState | undefined {
  const [response, setResponse] = useState<SearchState>();

  useEffect(() => {
    if (q === '') return;
    let isCurrent = true;
    const setResults = (results: SearchResult[], error?: unknown) => {
      if (isCurrent) setResponse({ q, step, results, error });
    };
    apiGet(`${searchPath}?${new URLSearchParams({ q, in: step })}`, SearchResultList).then(setResults, (error) => setResults([], error));
    return () => {
      isCurrent = false;
    };
  }, [q, step]);

  return q === '' ? undefined : response;
}
