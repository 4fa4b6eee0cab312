import { t } from '@lingui/core/macro';
import '#web/features/accounts/account/security/session-list.css';
import type { User } from '#schema/accounts/user.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { AddPasskey, PasskeyList } from '#web/features/accounts/account/security/PasskeyList.tsx';
import { addPasskey, removePasskey, renamePasskey, usePasskeys } from '#web/features/accounts/account/security/passkeys-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PasskeySection({ user }: { user: User }) {
  const query = usePasskeys();
  const reload = () => query.mutate();

  return (
    <section className="stack session-list" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{t`Passkeys`}</h2>
      <p className="muted">{t`Sign in with your fingerprint, face or PIN instead of a password.`}</p>
      <Loaded query={query} subject={t`Your passkeys`}>
        {(passkeys) => (
          <>
            <PasskeyList
              passkeys={passkeys}
              rename={(id, name) => renamePasskey(id, name).then(reload)}
              remove={(id, currentPassword) => removePasskey(id, currentPassword).then(reload)}
              consequence={t`This passkey will stop working.`}
              proof={<ProofOfIdentity user={user} subject="passkeys" />}
            />
            <AddPasskey
              add={async ({ name, currentPassword }) => {
                await addPasskey(name, currentPassword);
                showToast({ title: t`Passkey added`, description: t`You can now sign in with this passkey.`, tone: 'success' });
                await reload();
              }}
            >
              <ProofOfIdentity user={user} subject="passkeys" />
            </AddPasskey>
          </>
        )}
      </Loaded>
    </section>
  );
}
