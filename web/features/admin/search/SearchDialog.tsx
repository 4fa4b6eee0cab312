import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { SearchResult } from '#schema/admin/search.ts';
import { searchMaxLength } from '#schema/rules.ts';
import { foundAddress } from '#web/features/admin/addresses.ts';
import { getResultDetails, getResultTitle } from '#web/features/admin/search/result-labels.ts';
import { type SearchState, useSearchResults } from '#web/features/admin/search/use-search-results.ts';
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

/** Searches for exact identifiers while the user types, and searches names and message texts on request. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [textQuery, setTextQuery] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  // Exact matches stay at the top when matches in names and texts are added.
  const step = textQuery === q ? 'texts' : 'ids';
  const response = useSearchResults(q, step);
  const isLate = text.trim() !== q || (q !== '' && (response?.q !== q || response.step !== step));
  const createOpener = (address: string) => () => {
    onClose();
    navigate(address);
  };

  const more: ComboboxOption[] =
    response?.step === 'texts'
      ? lists.map(({ tab, name }) => ({
          key: tab,
          content: `Search ${name} for “${response.q}”`,
          onChoose: createOpener(`${paths.adminDashboard(tab)}&${new URLSearchParams({ q: response.q })}`),
        }))
      : [{ key: 'texts', content: `Search names and text for “${response?.q}”`, onChoose: () => setTextQuery(response?.q) }];
  const options: ComboboxOption[] = response
    ? [
        ...response.found.map((found) => ({
          key: `${found.kind} ${found.id}`,
          content: <FoundOption found={found} />,
          onChoose: createOpener(foundAddress(found)),
        })),
        ...(response.error === undefined ? more : []),
      ]
    : [];

  return (
    <Dialog open onClose={onClose} title="Search">
      <Combobox label={label} text={text} onText={setText} options={options} isLate={isLate} preselected={0}>
        {(inputProps) => (
          <>
            <input
              {...inputProps}
              type="search"
              aria-label={label}
              placeholder={label}
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

const label = 'Number, ID, email, name or reference';
const examples = 'Try an email, TC-0000031, #31, Order 4, VC-…, CC-7-1042, a tracking number or a Stripe ID.';

function formatStatus(response: SearchState | undefined): string {
  if (!response) return '';
  if (response.error !== undefined) return `The search failed: ${errorText(response.error, 'please try again in a moment.')}`;
  if (response.found.length > 0) return `${plural(response.found.length, 'match', 'matches')}.`;
  return response.step === 'texts' ? 'No matches in names, recent cards or messages.' : 'No exact match.';
}

function FoundOption({ found }: { found: SearchResult }) {
  return (
    <>
      <span>{getResultTitle(found)}</span>
      <span className="muted small">{getResultDetails(found)}</span>
    </>
  );
}
