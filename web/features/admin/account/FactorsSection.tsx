import '#web/features/accounts/account/security/session-list.css';
import { AddPasskey, PasskeyList } from '#web/features/accounts/account/security/PasskeyList.tsx';
import { AppFactor } from '#web/features/admin/account/AppFactor.tsx';
import { addPasskey, removePasskey, renamePasskey, useFactors } from '#web/features/admin/account/factors-api.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** If `isMissing` is true, the administrator must set up a second factor before using anything else. */
export function FactorsSection({ isMissing }: { isMissing: boolean }) {
  const query = useFactors();
  const reload = () => query.mutate();

  return (
    <section className="sheet stack" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step verification</h2>
      {isMissing && (
        <Alert tone="info" title="Set up two-step verification">
          Super administrators need a passkey or an authenticator app before they can do anything else.
        </Alert>
      )}
      <p className="muted">Adds a second step after your password. Passkeys are stored on your device or in your password manager.</p>
      <Loaded query={query} subject="Your two-step verification methods" lines={4}>
        {(factors) => (
          <>
            <h3>Passkeys</h3>
            <PasskeyList
              passkeys={factors.passkeys}
              rename={(id, name) => renamePasskey(id, name).then(reload)}
              remove={(id) => removePasskey(id).then(reload)}
              consequence="This passkey will stop working."
            />
            <AddPasskey add={({ name }) => addPasskey(name).then(reload)} />
            <AppFactor factors={factors} reload={reload} />
          </>
        )}
      </Loaded>
    </section>
  );
}
