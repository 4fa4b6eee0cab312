import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { printPath } from '#web/features/cards/print-path.ts';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

/** Links to the PDF of one card or, without a card, of all cards that are not placed yet. */
export function PrintLinks({ card }: { card?: string }) {
  const selection = card === undefined ? {} : { card };
  return (
    <div className="stack gap-2 print-links">
      <SessionFileLink
        className={card === undefined ? 'button secondary button-small' : 'button secondary'}
        href={printPath({ ...selection, paper: 'regional' })}
        download
      >
        <PrinterIcon />
        {t`Print PDF`}
      </SessionFileLink>
      <p className="muted small">
        <Trans>
          A sheet with cut marks, up to ten cards a page. Other formats:{' '}
          <SessionFileLink href={printPath({ ...selection, paper: 'letter' })} download>
            Letter
          </SessionFileLink>
          ,{' '}
          <SessionFileLink href={printPath({ ...selection, paper: 'a4' })} download>
            A4
          </SessionFileLink>{' '}
          or{' '}
          <SessionFileLink href={printPath(selection)} download>
            print shop
          </SessionFileLink>
          .
        </Trans>
      </p>
    </div>
  );
}
