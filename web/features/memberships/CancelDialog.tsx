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

/** In a grace period it ends at once. */
export function CancelDialog({ open, ...props }: CancelDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Cancel your membership?" size="small">
      <CancelQuestion {...props} />
    </Dialog>
  );
}

function CancelQuestion({ membership: { tier, state, paidUntil }, onClose }: Omit<CancelDialogProps, 'open'>) {
  const { refresh } = useUser();
  const end = paidUntil ? date(paidUntil) : 'the end of the time you paid for';

  return (
    <Form
      label="Cancel your membership"
      className="stack"
      send={async () => {
        try {
          const { tier: left } = await changeMembership('cancel');
          const description = left === 'free' ? 'You are a Free member now.' : `It goes on until ${end}.`;
          showToast({ title: 'Membership cancelled', description, tone: 'success' });
          onClose();
        } finally {
          void refresh().catch(() => undefined);
        }
      }}
      failed="Your membership was not cancelled"
    >
      {state === 'grace' ? (
        <p>
          Your {tierNames[tier]} membership ends <strong>at once</strong>, and its renewal is not charged any more.
        </p>
      ) : (
        <p>
          Your {tierNames[tier]} membership goes on until <strong>{end}</strong> and then does not renew. You can resume it any time before.
        </p>
      )}
      {tier !== 'free' && (
        <div>
          <p>Then you are a Free member, and these end:</p>
          <ul className="membership-losses">
            {tierBenefits(tier).map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted small">Your tokens, your keys and the cards you have placed stay yours.</p>
      <div className="cluster membership-question">
        <FormSubmit className="danger" pendingLabel="Cancelling…">
          Cancel membership
        </FormSubmit>
        <FormCancel onClick={onClose}>Keep membership</FormCancel>
      </div>
    </Form>
  );
}
