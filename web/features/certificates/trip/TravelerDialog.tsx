import { t } from '@lingui/core/macro';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { type Stay, TravelerForm } from '#schema/stays/stay.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { emptyTraveler, TravelerFields } from '#web/features/certificates/trip/TravelerFields.tsx';
import { correctTraveler, tripFailure } from '#web/features/certificates/trip/trip-api.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface TravelerDialogProps {
  certificate: VacationCertificate;
  stay: Stay;
  onClose: () => void;
}

/** Lets the member enter or correct the traveler's details. */
export function TravelerDialog({ certificate, stay: { traveler, version }, onClose }: TravelerDialogProps) {
  const { user } = useUser();
  return (
    <Dialog open onClose={onClose} title={traveler ? t`Correct traveler details` : t`Who is traveling?`}>
      <Form
        label={t`Traveler`}
        draft={`traveler-${certificate.number}`}
        className="stack"
        schema={TravelerForm}
        defaults={{ traveler: traveler ?? emptyTraveler, currentPassword: '' }}
        send={async ({ currentPassword, ...request }) => {
          await correctTraveler(certificate, { ...request, version, ...identityProof(currentPassword) });
          onClose();
          showToast({ tone: 'success', title: t`Traveler saved` });
        }}
        failed={tripFailure(t`Couldn’t save the traveler`)}
      >
        {traveler && <p>{t`You can correct these details once, so please check them against the passport or ID.`}</p>}
        <TravelerFields />
        {user && <ProofOfIdentity user={user} subject="traveler" />}
        <FormActions pendingLabel={t`Saving…`} onCancel={onClose} requiresChange>{t`Save traveler`}</FormActions>
      </Form>
    </Dialog>
  );
}
