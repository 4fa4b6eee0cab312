import { t } from '@lingui/core/macro';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { type CheckoutType, openProvenPayment } from '#web/features/orders/order-api.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface BalanceProofProps {
  type: CheckoutType;
  checkoutId: string;
  onProved: () => void;
}

/** Asks for proof of identity before a checkout whose price the balance covers in part. */
export function BalanceProof({ type, checkoutId, onProved }: BalanceProofProps) {
  const { user } = useUser();
  return (
    <Form
      className="stack"
      label={t`Payment from your balance`}
      schema={IdentityProofForm}
      defaults={{ currentPassword: '' }}
      send={async ({ currentPassword = '' }) => {
        await openProvenPayment(type, checkoutId, currentPassword);
        onProved();
      }}
      failed={t`Payment Failed`}
    >
      <p>{t`Your balance pays part of the price, so please confirm that it’s you.`}</p>
      {user && <ProofOfIdentity user={user} subject="balance" />}
      <FormSubmit pendingLabel={t`Loading…`}>{t`Continue to payment`}</FormSubmit>
    </Form>
  );
}
