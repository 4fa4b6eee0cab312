import { t } from '@lingui/core/macro';
import '#web/features/accounts/account/security/session-list.css';
import type { RecentAccess } from '#schema/accounts/password-change.ts';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { unlinkProvider } from '#web/features/accounts/account/account-api.ts';
import { reloadPasskeys, removePasskey } from '#web/features/accounts/account/security/passkeys-api.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface Item {
  key: string;
  name: string;
  createdAt: string;
  remove: () => Promise<{ message: string }>;
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
  const { refresh } = useUser();
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const items: Item[] = [
    ...recent.passkeys.map(({ id, name, createdAt }) => ({
      key: `passkey-${id}`,
      name: t`Passkey “${name}”`,
      createdAt,
      remove: () => removePasskey(id),
      omit: (all: RecentAccess) => ({ ...all, passkeys: all.passkeys.filter((one) => one.id !== id) }),
    })),
    ...recent.providers.map(({ provider, createdAt }) => ({
      key: provider,
      name: t`Sign-in with ${providerNames[provider]}`,
      createdAt,
      remove: () => unlinkProvider(provider),
      omit: (all: RecentAccess) => ({ ...all, providers: all.providers.filter((one) => one.provider !== provider) }),
    })),
  ];

  function decide({ omit }: Item) {
    onDecided(omit);
    heading.current?.focus();
  }

  async function remove(item: Item) {
    const { message } = await item.remove().catch(readRemovedBefore);
    showToast({ title: t({ message: 'Removed', context: 'a sign-in method' }), description: message, tone: 'success' });
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
              <ActionButton
                className="secondary button-small"
                aria-label={t`Remove ${item.name}`}
                action={() => remove(item)}
                failed={t`Couldn’t remove it`}
                pendingLabel={t`Removing…`}
              >
                {t`Remove`}
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function readRemovedBefore(error: unknown): { message: string } {
  if (error instanceof ApiError && error.status === 404 && error.body) return error.body;
  throw error;
}
