import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

export function CardNotOwned({ cardId }: { cardId: string }) {
  return (
    <div className="sheet">
      <EmptyState title={t`Card Not Found`} heading="h1" art={<EmptyTrail />}>
        <p>
          <Trans>
            You don’t own the card <span className="code">{cardId}</span>.
          </Trans>
        </p>
        <Link href={paths.cacheCards} className="button">{t`View your cards`}</Link>
      </EmptyState>
    </div>
  );
}
