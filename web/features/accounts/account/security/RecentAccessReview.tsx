import { t } from '@lingui/core/macro';
import '#web/features/accounts/account/security/session-list.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecentAccess } from '#schema/accounts/password-change.ts';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { unlinkProvider } from '#web/features/accounts/account/account-api.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { reloadPasskeys, removePasskey } from '#web/features/accounts/account/security/passkeys-api.ts';
import { RemoveDialog } from '#web/features/accounts/account/security/RemoveDialog.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

interface Item {
  key: string;
  name: string;
  createdAt: string;
  remove: (currentPassword: string) => Promise<{ message: string }>;
  omit: (recent: RecentAccess) => RecentAccess;
}

interface RecentAccessReviewProps {
  recent: RecentAccess;
  takesFocus: boolean;
  /** Called with a function that removes the items that the member has just reviewed. */
  onDecided: (omit: Item['omit']) => void;
}

/** After a password change, lets the member keep or remove recently added passkeys and providers. */
export function RecentAccessReview({ recent, takesFocus, onDecided }: RecentAccessReviewProps) {
  const { user, refresh } = useUser();
  const [removed, setRemoved] = useState<Item>();
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const items: Item[] = [
    ...recent.passkeys.map(
      ({ id, name, createdAt }): Item => ({
        key: `passkey-${id}`,
        name: t`Passkey “${name}”`,
        createdAt,
        remove: (currentPassword) => removePasskey(id, currentPassword),
        omit: (all) => ({ ...all, passkeys: all.passkeys.filter((one) => one.id !== id) }),
      }),
    ),
    ...recent.providers.map(
      ({ provider, createdAt }): Item => ({
        key: provider,
        name: t`Sign-in with ${providerNames[provider]}`,
        createdAt,
        remove: (currentPassword) => unlinkProvider(provider, currentPassword),
        omit: (all) => ({ ...all, providers: all.providers.filter((one) => one.provider !== provider) }),
      }),
    ),
  ];

  function decide({ omit }: Item) {
    onDecided(omit);
    heading.current?.focus();
  }

  async function remove(item: Item, currentPassword: string) {
    const { message } = await item.remove(currentPassword).catch(readRemovedBefore);
    showToast({ title: t({ message: 'Removed', context: 'a sign-in method' }), description: message, tone: 'success' });
    // Closing the dialog moves the focus, which then goes to the heading.
    flushSync(() => setRemoved(undefined));
    decide(item);
    await Promise.all([reloadPasskeys(), refresh()]).catch(() => undefined);
  }

  return (
    <section className="stack session-list" aria-labelledby="recent-access-title">
      <h2 id="recent-access-title" ref={heading} tabIndex={-1}>{t`Did you add these?`}</h2>
      <p>{t`These sign-in methods were added in the last 30 days and still work. Keep what’s yours, and remove the rest.`}</p>
      <ul className="sessions">
        {items.map((item) => (
          <li key={item.key}>
            <div>
              <strong>{item.name}</strong>
              <p className="muted small">{t`Added ${date(item.createdAt)}`}</p>
            </div>
            <div className="cluster">
              <button type="button" className="secondary button-small" aria-label={t`Keep ${item.name}`} onClick={() => decide(item)}>
                {t`Keep`}
              </button>
              <button type="button" className="secondary button-small" aria-label={t`Remove ${item.name}`} onClick={() => setRemoved(item)}>
                {t`Remove`}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveDialog
          title={t`Remove this sign-in method?`}
          remove={(currentPassword) => remove(removed, currentPassword)}
          failed={t`Couldn’t remove it`}
          onClose={() => setRemoved(undefined)}
          proof={user && <ProofOfIdentity user={user} subject="passkeys" />}
        >
          <p>{removed.name}</p>
        </RemoveDialog>
      )}
    </section>
  );
}

function readRemovedBefore(error: unknown): { message: string } {
  if (error instanceof ApiError && error.status === 404 && error.body) return error.body;
  throw error;
}
