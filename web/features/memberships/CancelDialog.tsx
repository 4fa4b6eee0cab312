import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Membership } from '#schema/memberships/membership.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { changeMembership } from '#web/features/memberships/membership-api.ts';
import { tierBenefits, tierNames } from '#web/features/memberships/membership-labels.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormCancel, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface CancelDialogProps {
  open: boolean;
  membership: Membership;
  onClose: () => void;
}

/** Cancels the membership. During a grace period, canceling takes effect immediately. */
export function CancelDialog({ open, ...props }: CancelDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title={t`Cancel your membership?`} size="small">
      <CancelQuestion {...props} />
    </Dialog>
  );
}

function CancelQuestion({ membership: { tier, state, paidUntil }, onClose }: Omit<CancelDialogProps, 'open'>) {
  const { refresh } = useUser();
  const endDate = paidUntil ? date(paidUntil) : t`the end of the paid period`;

  return (
    <Form
      label={t`Cancel your membership`}
      className="stack"
      send={async () => {
        try {
          const { tier: remainingTier } = await changeMembership('cancel');
          const description = remainingTier === 'free' ? t`You’re now a Free member.` : t`Your membership stays active until ${endDate}.`;
          showToast({ title: t`Membership canceled`, description, tone: 'success' });
          onClose();
        } finally {
          void refresh().catch(() => undefined);
        }
      }}
      failed={t`Couldn’t cancel your membership`}
    >
      {state === 'grace' ? (
        <p>
          <Trans>
            Your {tierNames[tier]} membership ends <strong>right away</strong>, and you won’t be charged for the renewal.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            Your {tierNames[tier]} membership stays active until <strong>{endDate}</strong>, and you won’t be charged again. You can resume
            it until then.
          </Trans>
        </p>
      )}
      {tier !== 'free' && (
        <div>
          <p>{t`You’ll become a Free member and lose these benefits:`}</p>
          <ul className="membership-losses">
            {tierBenefits(tier).map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted small">{t`You keep your tokens, keys and placed cards.`}</p>
      <div className="cluster membership-question">
        <FormSubmit className="danger" pendingLabel={t`Canceling…`}>{t`Cancel membership`}</FormSubmit>
        <FormCancel onClick={onClose}>{t`Keep membership`}</FormCancel>
      </div>
    </Form>
  );
}
