import '#web/features/accounts/account/security/session-list.css';
import { useState } from 'react';
import type { RecentAccess } from '#schema/accounts/password-change.ts';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { unlinkProvider } from '#web/features/accounts/account/account-api.ts';
import { reloadPasskeys, removePasskey } from '#web/features/accounts/account/security/passkeys-api.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface Item {
  key: string;
  name: string;
  createdAt: string;
  remove: () => Promise<{ message: string }>;
}

/** After a password change, lets the member keep or remove recently added passkeys and providers. */
export function RecentAccessReview({ recent, onDone }: { recent: RecentAccess; onDone: () => void }) {
  const { refresh } = useUser();
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [decided, setDecided] = useState<string[]>([]);
  const items: Item[] = [
    ...recent.passkeys.map(({ id, name, createdAt }) => ({
      key: `passkey-${id}`,
      name: `Passkey “${name}”`,
      createdAt,
      remove: () => removePasskey(id),
    })),
    ...recent.providers.map(({ provider, createdAt }) => ({
      key: provider,
      name: `Sign-in with ${providerNames[provider]}`,
      createdAt,
      remove: () => unlinkProvider(provider),
    })),
  ];
  const openItems = items.filter(({ key }) => !decided.includes(key));

  function decide(key: string) {
    if (openItems.length === 1) return onDone();
    setDecided([...decided, key]);
    heading.current?.focus();
  }

  async function remove({ key, remove: send }: Item) {
    const { message } = await send();
    showToast({ title: 'Removed', description: message, tone: 'success' });
    decide(key);
    await Promise.all([reloadPasskeys(), refresh()]).catch(() => undefined);
  }

  return (
    <section className="stack session-list" aria-labelledby="recent-access-title">
      <h2 id="recent-access-title" ref={heading} tabIndex={-1}>
        Did you add these?
      </h2>
      <p>They were added in the last 30 days and can still be used to sign in. Keep what’s yours, and remove the rest.</p>
      <ul className="sessions">
        {openItems.map((item) => (
          <li key={item.key}>
            <div>
              <strong>{item.name}</strong>
              <p className="muted small">Added {date(item.createdAt)}</p>
            </div>
            <div className="cluster">
              <button type="button" className="secondary button-small" aria-label={`Keep ${item.name}`} onClick={() => decide(item.key)}>
                Keep
              </button>
              <ActionButton
                className="secondary button-small"
                aria-label={`Remove ${item.name}`}
                action={() => remove(item)}
                failed="It was not removed"
                pendingLabel="Removing…"
              >
                Remove
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
