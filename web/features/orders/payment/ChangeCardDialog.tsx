import type { Membership } from '#schema/memberships/membership.ts';
import type { CardChanged } from '#schema/memberships/payment-card.ts';
import { page } from '#web/lib/react/page.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

// Loaded on demand together with the payment forms.
const ChangeCardForm = page(
  () => import('#web/features/orders/dialog-forms.ts').then((file) => file.ChangeCardForm),
  <Loading label="Loading the card form…" blocks={['3.25rem', '3.25rem', '3rem']} />,
).Component;

interface ChangeCardDialogProps {
  open: boolean;
  membership: Membership;
  onChanged: (result: CardChanged) => void;
  onClose: () => void;
}

export function ChangeCardDialog({ open, membership, onChanged, onClose }: ChangeCardDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Change your card" size="small">
      <ChangeCardForm membership={membership} onChanged={onChanged} />
    </Dialog>
  );
}
