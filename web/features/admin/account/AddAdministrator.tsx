import { AdminRegisterRequest } from '#schema/admin/account.ts';
import { type AdminRole, adminRoles } from '#schema/admin/session.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { addAdministrator, administratorsPath, formatName } from '#web/features/admin/account/administrators-api.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormPasswordField, FormSelectField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

export function AddAdministrator({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add administrator">
      <AddForm onDone={onClose} />
    </Dialog>
  );
}

const roleNames = { admin: 'Administrator', super_admin: 'Super administrator' } as const satisfies Record<AdminRole, string>;
const emptyValues = { email: '', firstName: '', lastName: '', role: 'admin' as const, password: '', confirmPassword: '' };

function AddForm({ onDone }: { onDone: () => void }) {
  return (
    <Form
      label="Add administrator"
      schema={AdminRegisterRequest}
      defaults={emptyValues}
      send={async (registration) => {
        const administrator = await addAdministrator(registration);
        void reloadLists(administratorsPath);
        onDone();
        showToast({
          title: 'Administrator added',
          description: `${formatName(administrator)} can now log in as ${administrator.email}.`,
          tone: 'success',
        });
      }}
      failed="Registration failed"
      fallback="Registration failed"
      showsFailureTwice
    >
      {({ watch }) => (
        <>
          <FormField label="Email" name="email" type="email" inputMode="email" autoComplete="off" autoCapitalize="none" data-autofocus />
          <div className="form-row">
            <FormField label="First name" name="firstName" autoComplete="off" optional />
            <FormField label="Last name" name="lastName" autoComplete="off" optional />
          </div>
          <FormSelectField
            label="Role"
            name="role"
            hint="Super administrators can also change emails, tokens, tiers, payouts and administrators. The other super administrators get an email. New super administrators can approve payout runs after 7 days."
          >
            {adminRoles.map((role) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </FormSelectField>
          <div className="form-row">
            <FormPasswordField
              label="Password"
              name="password"
              autoComplete="new-password"
              hint="At least 6 characters. Share it in person; they’ll choose a new one when they first log in."
            />
            <FormPasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" />
          </div>
          <PasswordWarning password={watch('password')} email={watch('email')} names={[watch('firstName'), watch('lastName')]} />
          <FormSubmit pendingLabel="Adding…">Add administrator</FormSubmit>
        </>
      )}
    </Form>
  );
}
