import { t } from '@lingui/core/macro';
import { i18n } from '#web/lib/words/words.ts';
import '#web/features/progress/dream-dialog.css';
import { useState } from 'react';
import { optionsByCost } from '#schema/certificates/vacation-progress.ts';
import type { Destination, StayCatalogue } from '#schema/stays/catalogue.ts';
import { chooseDestination } from '#web/features/progress/progress-api.ts';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';
import { useStayCatalogue } from '#web/features/stays/stays-api.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Asks where the member's trip should lead. */
export function DreamDialog({ destinationId, onClose }: { destinationId: string | null; onClose: () => void }) {
  return (
    <Dialog open title={t`Where do you want to go?`} size="large" onClose={onClose}>
      <Loaded query={useStayCatalogue()} subject={t`Destinations`} blocks={['9rem', '9rem']}>
        {(catalogue) => <Choices catalogue={catalogue} chosenId={destinationId} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface ChoicesProps {
  catalogue: StayCatalogue;
  chosenId: string | null;
  onClose: () => void;
}

function Choices({ catalogue, chosenId, onClose }: ChoicesProps) {
  const [pendingId, setPendingId] = useState<string | null>(null);

  async function choose(id: string | null) {
    setPendingId(id);
    try {
      await chooseDestination(id);
      onClose();
    } catch {
      setPendingId(null);
      showToast({ tone: 'error', title: t`Couldn’t save your destination`, description: t`Please try again.` });
    }
  }

  return (
    <div className="stack">
      {listDestinations(catalogue).map(({ tokens, destinations }) => (
        <section key={tokens} className="stack gap-2" aria-label={tokensLabel(tokens)}>
          <h3 className="dream-cost">{tokensLabel(tokens)}</h3>
          <ul className="plain-list dream-choices">
            {destinations.map(({ id, name, country }) => (
              <li key={id}>
                <button
                  type="button"
                  className="dream-choice"
                  aria-pressed={id === (pendingId ?? chosenId)}
                  aria-busy={id === pendingId || undefined}
                  onClick={() => choose(id)}
                >
                  <DestinationPicture id={id} />
                  <strong>{i18n._(name)}</strong> <small>{i18n._(country)}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {chosenId !== null && <button type="button" className="link-button" onClick={() => choose(null)}>{t`I haven’t decided yet`}</button>}
    </div>
  );
}

/** Lists each destination once, under the cheapest stay there. */
function listDestinations({ terms }: StayCatalogue): { tokens: number; destinations: Destination[] }[] {
  const listed = new Set<string>();
  return optionsByCost
    .map(({ type, tokenCost }) => {
      const destinations = terms[type].destinations.filter(({ id }) => !listed.has(id));
      for (const { id } of destinations) listed.add(id);
      return { tokens: tokenCost, destinations };
    })
    .filter(({ destinations }) => destinations.length > 0);
}
