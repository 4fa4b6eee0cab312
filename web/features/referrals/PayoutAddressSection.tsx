import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { PayoutAddress, PayoutAddressForm } from '#schema/payouts/payout-address.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { date } from '#web/lib/format.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const path = '/api/payout-address';

export function PayoutAddressSection({ user, hasUnpaidEarnings }: { user: User; hasUnpaidEarnings: boolean }) {
  const query = useQuery(path, PayoutAddress, { revalidatesOnMount: true });
  const [isChanging, setChanging] = useState(false);
  return (
    <section className="stack sheet how-paid" aria-labelledby="how-paid-title">
      <h3 id="how-paid-title">{t`How you get paid`}</h3>
      <Loaded query={query} subject={t`Your PayPal address`} lines={2}>
        {(address) => (
          <>
            <PayoutAddressStatus address={address} hasUnpaidEarnings={hasUnpaidEarnings} />
            {isChanging ? (
              <AddressForm
                user={user}
                onDone={async (updatedAddress) => {
                  await query.mutate(updatedAddress, { revalidate: false });
                  setChanging(false);
                }}
                onCancel={() => setChanging(false)}
              />
            ) : (
              <button type="button" className="secondary" onClick={() => setChanging(true)}>
                {address.email === null ? t`Add PayPal address` : t`Change address`}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function PayoutAddressStatus({
  address: { email, pendingEmail, heldUntil },
  hasUnpaidEarnings,
}: {
  address: PayoutAddress;
  hasUnpaidEarnings: boolean;
}) {
  return (
    <>
      {email === null ? (
        <p>
          {hasUnpaidEarnings
            ? t`Add your PayPal address to receive your earnings with the next payout.`
            : t`We pay earnings through PayPal.`}
        </p>
      ) : (
        <p>
          {t`PayPal:`} <strong>{email}</strong>
        </p>
      )}
      {heldUntil !== null && (
        <p className="muted">{t`This address is new. For your security, payouts to it start on ${date(heldUntil)}.`}</p>
      )}
      {pendingEmail !== null && (
        <Alert tone="info" title={t`Confirm your PayPal address`}>
          <p>
            <Trans>
              Open the link we sent to <strong>{pendingEmail}</strong>.
            </Trans>
          </p>
        </Alert>
      )}
    </>
  );
}

interface AddressFormProps {
  user: User;
  onDone: (updatedAddress: PayoutAddress) => Promise<void>;
  onCancel: () => void;
}

function AddressForm({ user, onDone, onCancel }: AddressFormProps) {
  return (
    <Form
      label={t`PayPal address`}
      draft="payout-address"
      className="stack"
      schema={PayoutAddressForm}
      defaults={{ email: '', currentPassword: '' }}
      send={async ({ email, currentPassword }) => {
        await onDone(await apiSend('PUT', path, { email, ...identityProof(currentPassword) }, PayoutAddress));
      }}
      failed={t`Couldn’t save your PayPal address`}
    >
      <FormField
        label={t`Email of your PayPal account`}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={t`We’ll send a link there. Open it to confirm the address.`}
        data-autofocus
      />
      <ProofOfIdentity user={user} subject="payout" />
      <FormActions pendingLabel={t`Sending the link…`} onCancel={onCancel}>{t`Send the link`}</FormActions>
    </Form>
  );
}
