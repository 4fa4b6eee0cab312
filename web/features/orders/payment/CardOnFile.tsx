import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Membership } from '#schema/memberships/membership.ts';
import { type CardChanged, cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import { useMembership } from '#web/features/memberships/membership-api.ts';
import { ChangeCardDialog } from '#web/features/orders/payment/ChangeCardDialog.tsx';
import { confirmCardChange, useCardOnFile } from '#web/features/orders/payment/payment-card-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const charged: Membership['state'][] = ['active', 'cancelling', 'grace'];

/** Renders nothing for free members. */
export function CardOnFile() {
  const { data: membership } = useMembership();
  if (!membership || !charged.includes(membership.state)) return null;
  return (
    <section className="stack" aria-labelledby="card-title">
      <h2 id="card-title">Card on file</h2>
      <Card membership={membership} />
    </section>
  );
}

function Card({ membership }: { membership: Membership }) {
  const [isChanging, setChanging] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  function note(changed: CardChanged) {
    setChanging(false);
    setTrouble(troubleOf(changed));
    if (troubleOf(changed)) return;
    const name = changed.card ? cardName(changed.card) : 'The new card';
    const description = changed.renewal === 'paid' ? `${name} was charged for your renewal.` : `${name} is now your card on file.`;
    showToast({ title: 'Card changed', description, tone: 'success' });
  }

  useReturnFromBank(note, (message) => setTrouble({ title: 'Your card was not changed', message }));

  return (
    <>
      {trouble && (
        <Alert tone="error" title={trouble.title}>
          {trouble.message}
        </Alert>
      )}
      <Loaded query={useCardOnFile()} what="Your card" lines={2}>
        {({ card }) => <p>{card ? describe(card) : 'No card on file. Please add one before your next renewal.'}</p>}
      </Loaded>
      <div className="cluster membership-actions">
        <button type="button" className="secondary" onClick={() => setChanging(true)}>
          Change card
        </button>
      </div>
      <ChangeCardDialog open={isChanging} membership={membership} onChanged={note} onClose={() => setChanging(false)} />
    </>
  );
}

/** `Visa ending in 4242, expires 12/2040`. */
function describe(card: PaymentCard): string {
  return `${cardName(card)}, expires ${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
}

interface Trouble {
  title: string;
  message: string;
}

/** The card was saved, but the open renewal is still unpaid. */
function troubleOf({ renewal, card }: CardChanged): Trouble | null {
  const name = card ? cardName(card) : 'The new card';
  if (renewal === 'declined')
    return { title: 'Your renewal is still unpaid', message: `${name} was saved, but the payment was declined. Please try another card.` };
  if (renewal === 'asks')
    return { title: 'Your bank needs your approval', message: `${name} was saved. Press “Pay now” above to approve your renewal.` };
  return null;
}

/** Confirms the card change with the server after the redirect from the bank. */
function useReturnFromBank(onChanged: (changed: CardChanged) => void, onFailed: (message: string) => void) {
  const [query, setQuery] = useSearchParams();
  const returned = query.get('setup_intent');
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (returned === null || asked.current === returned) return;
    asked.current = returned;
    setQuery({ tab: 'membership' }, { replace: true });
    confirmCardChange(returned).then(onChanged, (error: unknown) => onFailed(errorText(error, 'Please try again.')));
  });
}
