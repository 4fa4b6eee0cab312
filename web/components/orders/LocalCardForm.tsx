import type { ChangeEvent } from 'react';
import { Field } from '#web/components/Field.tsx';
import type { CardFormProps } from '#web/components/orders/card-form.ts';
import { formatCardNumber, formatCvc, formatExpiry, formatInPlace, LocalCard } from '#web/components/orders/local-card.ts';
import { confirmLocally } from '#web/components/orders/local-confirm.ts';
import { useCheckedForm } from '#web/components/orders/use-checked-form.ts';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useUser } from '#web/lib/session.ts';

const formats = { number: formatCardNumber, expiry: formatExpiry, cvc: formatCvc };

const testCards = [
  { number: '4242 4242 4242 4242', what: 'pays' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
  { number: '4000 0025 0000 3155', what: 'asks for your approval first' },
];

/** Our own card form, for the local stand-in only: with real keys Stripe's own form takes its place. */
export function LocalCardForm({ clientSecret, returnUrl, payLabel, isBusy, onPay, children }: CardFormProps) {
  const { user } = useUser();
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const pay = (card: LocalCard) => onPay(() => confirmLocally(clientSecret, returnUrl, card));
  const { submit, field } = useCheckedForm(LocalCard, (inputs) => inputs, pay);

  function digits(name: keyof typeof formats) {
    const input = field(name);
    return {
      ...input,
      inputMode: 'numeric' as const,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        formatInPlace(event.target, formats[name]);
        input.onChange(event);
      },
    };
  }

  return (
    <form className="card-form" noValidate onSubmit={submit} aria-label="Card payment">
      <details className="test-cards">
        <summary>This is the local test form: no real card is charged</summary>
        <ul>
          {testCards.map(({ number, what }) => (
            <li key={number}>
              <span className="code">{number}</span> {what}
            </li>
          ))}
        </ul>
        <p>Use any date that is still to come and any three digits as security code.</p>
      </details>
      <Field label="Card number" {...digits('number')} autoComplete="cc-number" placeholder="1234 1234 1234 1234" />
      <div className="card-form-row">
        <Field label="Expiry" {...digits('expiry')} autoComplete="cc-exp" placeholder="MM / YY" />
        <Field label="Security code" {...digits('cvc')} autoComplete="cc-csc" placeholder="CVC" />
      </div>
      <Field label="Name on card" optional {...field('name')} autoComplete="cc-name" defaultValue={name} />
      {children}
      <SubmitButton className="treasure pay-button" pending={isBusy} pendingLabel="Paying…">
        {payLabel}
      </SubmitButton>
    </form>
  );
}
