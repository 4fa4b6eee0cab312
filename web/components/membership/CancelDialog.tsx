import { useState } from 'react';
import type { Membership } from '#schema/membership.ts';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { changeMembership } from '#web/components/membership/membership-api.ts';
import { tierBenefits, tierNames } from '#web/components/membership/membership-words.ts';
import { useToast } from '#web/components/Toast.tsx';
import { errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';

interface CancelDialogProps {
  open: boolean;
  membership: Membership;
  onClose: () => void;
}

/** Asks once more before a membership is cancelled: when it ends, and what ends with it. In a grace it ends at once. */
export function CancelDialog({ open, ...props }: CancelDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Cancel your membership?" size="small">
      <CancelQuestion {...props} />
    </Dialog>
  );
}

function CancelQuestion({ membership: { tier, state, paidUntil }, onClose }: Omit<CancelDialogProps, 'open'>) {
  const toast = useToast();
  const { refresh } = useUser();
  const [failure, setFailure] = useState<string>();
  const end = paidUntil ? date(paidUntil) : 'the end of the time you paid for';

  async function cancel() {
    setFailure(undefined);
    try {
      const left = await changeMembership('cancel');
      toast({
        title: 'Membership cancelled',
        description: left.tier === 'free' ? 'You are a Free member now.' : `It goes on until ${end}.`,
        tone: 'success',
      });
      onClose();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
    } finally {
      void refresh().catch(() => undefined);
    }
  }

  return (
    <div className="stack">
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
      {failure && (
        <Alert tone="error" title="Your membership was not cancelled">
          {failure}
        </Alert>
      )}
      <div className="cluster membership-question">
        <ActionButton className="danger" action={cancel} pendingLabel="Cancelling…">
          Cancel membership
        </ActionButton>
        <button type="button" className="secondary" onClick={onClose}>
          Keep membership
        </button>
      </div>
    </div>
  );
}
