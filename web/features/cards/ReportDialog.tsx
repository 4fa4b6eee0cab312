import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReportResponse } from '#schema/cards/card.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface ReportDialogProps {
  open: boolean;
  report: () => Promise<ReportResponse>;
  name: ReactNode;
  onReported: (message: string) => void;
  onClose: () => void;
}

export function ReportDialog({ open, report, name, onReported, onClose }: ReportDialogProps) {
  async function send() {
    const { message } = await report();
    onReported(message);
    showToast({ title: t`Report sent`, description: message, tone: 'success' });
    onClose();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t`Report this card missing?`} size="small">
      <div className="stack">
        <p>
          <Trans>Looked for {name} and couldn’t find it?</Trans>
        </p>
        <div className="cluster">
          <ActionButton className="danger" action={send} failed={t`Couldn’t send the report`} pendingLabel={t`Sending…`}>
            {t`Yes, it’s missing`}
          </ActionButton>
          <button type="button" className="secondary" onClick={onClose}>{t`Cancel`}</button>
        </div>
      </div>
    </Dialog>
  );
}
