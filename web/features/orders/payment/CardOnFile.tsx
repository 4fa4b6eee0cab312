import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Membership } from '#schema/memberships/membership.ts';
import { type CardChanged, cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import { useMembership } from '#web/features/memberships/membership-api.ts';
import { confirmCardChange, useCardOnFile } from '#web/features/orders/payment/payment-card-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { page } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

// Loads the form on demand, together with the other payment forms.
const ChangeCardForm = page(
  () => import('#web/features/orders/dialog-forms.ts').then((file) => file.ChangeCardForm),
  <LoadingCardForm />,
).Component;

function LoadingCardForm() {
  return <Loading label={t`Loading the card form…`} blocks={['3.25rem', '3.25rem', '3rem']} />;
}

interface ChangeCardDialogProps {
  open: boolean;
  membership: Membership;
  onChanged: (result: CardChanged) => void;
  onClose: () => void;
}

function ChangeCardDialog({ open, membership, onChanged, onClose }: ChangeCardDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Change your card`} size="small">
      <ChangeCardForm membership={membership} onChanged={onChanged} />
    </Dialog>
  );
}

const chargedStates: Membership['state'][] = ['active', 'renewing', 'cancelling', 'grace'];

/** Shows the member's payment card on file. Renders nothing for free members. */
export function CardOnFile() {
  const { data: membership } = useMembership();
  if (!membership || !chargedStates.includes(membership.state)) return null;
  return (
    <section className="stack" aria-labelledby="card-title">
      <h2 id="card-title">{t`Card on file`}</h2>
      <CardDetails membership={membership} />
    </section>
  );
}

function CardDetails({ membership }: { membership: Membership }) {
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  function handleChange(result: CardChanged) {
    setChanging(false);
    setProblem(findProblem(result));
    if (findProblem(result)) return;
    const name = result.card ? storedText(cardName(result.card)) : t`The new card`;
    const description = result.renewal === 'paid' ? t`${name} was charged for your renewal.` : t`${name} is now your card on file.`;
    showToast({ title: t`Card changed`, description, tone: 'success' });
  }

  useRequestedForm(() => setChanging(true));
  useReturnFromBank(handleChange, (message) => setProblem({ title: t`Couldn’t change your card`, message }));

  return (
    <>
      {problem && (
        <Alert tone="error" title={problem.title}>
          {problem.message}
        </Alert>
      )}
      <Loaded query={useCardOnFile()} subject={t`Your card`} lines={2}>
        {({ card }) => <p>{card ? formatCard(card) : describeMissingCard(membership)}</p>}
      </Loaded>
      <div className="cluster membership-actions">
        <button type="button" className="secondary" onClick={() => setChanging(true)}>{t`Change card`}</button>
      </div>
      <ChangeCardDialog open={isChanging} membership={membership} onChanged={handleChange} onClose={() => setChanging(false)} />
    </>
  );
}

function describeMissingCard({ state }: Membership): string {
  return state === 'cancelling' ? t`No card on file.` : t`No card on file. Please add one before your next renewal.`;
}

/** Describes a card: `Visa ending in 4242, expires 12/2040`. */
function formatCard(card: PaymentCard): string {
  const name = storedText(cardName(card));
  const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return t`${name}, expires ${expiry}`;
}

interface Problem {
  title: string;
  message: string;
}

/** Returns the error to show if the card was saved but the current renewal is still unpaid. */
function findProblem({ renewal, card }: CardChanged): Problem | null {
  const name = card ? storedText(cardName(card)) : t`The new card`;
  if (renewal === 'declined')
    return {
      title: t`Your renewal is still unpaid`,
      message: t`${name} was saved, but the payment was declined. Please try another card.`,
    };
  if (renewal === 'asks')
    return { title: t`Your bank needs your approval`, message: t`${name} was saved. Press “Pay now” above to approve your renewal.` };
  return null;
}

/** Opens the form if the URL requests it. Removes the query parameter so that a reload does not open the form again. */
function useRequestedForm(open: () => void) {
  const [cardParameter, setCardParameter] = useQueryParameter('card');
  useEffect(() => {
    if (cardParameter !== 'change') return;
    setCardParameter(null);
    open();
  });
}

/** Confirms the new card with the server when the member returns from their bank's confirmation page. */
function useReturnFromBank(onChanged: (result: CardChanged) => void, onFailed: (message: string) => void) {
  const [query, setQuery] = useSearchParams();
  const setupIntent = query.get('setup_intent');
  const confirmedIntent = useRef<string | null>(null);
  useEffect(() => {
    if (setupIntent === null || confirmedIntent.current === setupIntent) return;
    confirmedIntent.current = setupIntent;
    setQuery({ tab: 'membership' }, { replace: true });
    confirmCardChange(setupIntent).then(onChanged, (error: unknown) => onFailed(errorText(error, t`Please try again.`)));
  });
}
