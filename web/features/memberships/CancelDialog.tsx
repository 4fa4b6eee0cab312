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
    <Dialog open={open} onClose={props.onClose} title="Cancel your membership?" size="small">
      <CancelQuestion {...props} />
    </Dialog>
  );
}

function CancelQuestion({ membership: { tier, state, paidUntil }, onClose }: Omit<CancelDialogProps, 'open'>) {
  const { refresh } = useUser();
  const endDate = paidUntil ? date(paidUntil) : 'the end of the paid period';

  return (
    <Form
      label="Cancel your membership"
      className="stack"
      send={async () => {
        try {
          const { tier: remainingTier } = await changeMembership('cancel');
          const description = remainingTier === 'free' ? 'You’re now a Free member.' : `Your membership stays active until ${endDate}.`;
          showToast({ title: 'Membership canceled', description, tone: 'success' });
          onClose();
        } finally {
          void refresh().catch(() => undefined);
        }
      }}
      failed="Couldn’t cancel your membership"
    >
      {state === 'grace' ? (
        <p>
          Your {tierNames[tier]} membership ends <strong>right away</strong>, and you won’t be charged for the renewal.
        </p>
      ) : (
        <p>
          Your {tierNames[tier]} membership stays active until <strong>{endDate}</strong>, and you won’t be charged again. You can resume it
          until then.
        </p>
      )}
      {tier !== 'free' && (
        <div>
          <p>You’ll become a Free member and lose these benefits:</p>
          <ul className="membership-losses">
            {tierBenefits(tier).map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted small">You keep your tokens, keys and placed cards.</p>
      <div className="cluster membership-question">
        <FormSubmit className="danger" pendingLabel="Canceling…">
          Cancel membership
        </FormSubmit>
        <FormCancel onClick={onClose}>Keep membership</FormCancel>
      </div>
    </Form>
  );
}
