import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { SearchResult } from '#schema/admin/search.ts';
import { searchMaxLength } from '#schema/rules.ts';
import { foundAddress } from '#web/features/admin/addresses.ts';
import { foundMore, foundTitle } from '#web/features/admin/search/found-labels.ts';
import { type FoundAnswer, useFound } from '#web/features/admin/search/use-found.ts';
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

/** Matches exact identifiers as you type; searches names and texts on request. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [textQuery, setTextQuery] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  // Exact matches stay first when names and texts are added.
  const step = textQuery === q ? 'texts' : 'ids';
  const answer = useFound(q, step);
  const isLate = text.trim() !== q || (q !== '' && (answer?.q !== q || answer.step !== step));
  const go = (address: string) => () => {
    onClose();
    navigate(address);
  };

  const more: ComboboxOption[] =
    answer?.step === 'texts'
      ? lists.map(({ tab, name }) => ({
          key: tab,
          content: `Search ${name} for “${answer.q}”`,
          onChoose: go(`${paths.adminDashboard(tab)}&${new URLSearchParams({ q: answer.q })}`),
        }))
      : [{ key: 'texts', content: `Search names and texts for “${answer?.q}”`, onChoose: () => setTextQuery(answer?.q) }];
  const options: ComboboxOption[] = answer
    ? [
        ...answer.found.map((found) => ({
          key: `${found.kind} ${found.id}`,
          content: <FoundOption found={found} />,
          onChoose: go(foundAddress(found)),
        })),
        ...(answer.error === undefined ? more : []),
      ]
    : [];

  return (
    <Dialog open onClose={onClose} title="Search">
      <Combobox label={label} text={text} onText={setText} options={options} isLate={isLate} preselected={0}>
        {(wiring) => (
          <>
            <input
              {...wiring}
              type="search"
              aria-label={label}
              placeholder={label}
              maxLength={searchMaxLength}
              autoCapitalize="none"
              enterKeyHint="go"
              data-autofocus
            />
            <p className="combobox-status muted small" role="status">
              {text.trim() === '' ? examples : isLate ? 'Searching…' : formatStatus(answer)}
            </p>
          </>
        )}
      </Combobox>
    </Dialog>
  );
}

const label = 'Number, ID, email, name or reference';
const examples = 'Try an email, TC-0000031, #31, Order 4, VC-…, CC-7-1042, a tracking number or a Stripe ID.';

function formatStatus(answer: FoundAnswer | undefined): string {
  if (!answer) return '';
  if (answer.error !== undefined) return `The search failed: ${errorText(answer.error, 'please try again in a moment.')}`;
  if (answer.found.length > 0) return `${plural(answer.found.length, 'match', 'matches')}.`;
  return answer.step === 'texts' ? 'No matches in names, recent cards or messages.' : 'No exact match.';
}

function FoundOption({ found }: { found: SearchResult }) {
  return (
    <>
      <span>{foundTitle(found)}</span>
      <span className="muted small">{foundMore(found)}</span>
    </>
  );
}
