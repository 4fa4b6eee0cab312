import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import '#web/frame/viewing-banner.css';
import type { User } from '#schema/accounts/user.ts';
import { dateFormat } from '#web/lib/format.ts';
import { endViewing, getViewingToken } from '#web/lib/viewing.ts';

const timeOfDay = dateFormat({ timeStyle: 'short' });

/** Decodes the viewing token without verifying it; only the server verifies it. */
function readViewingToken(): { userId: number; expiresAt: Date } {
  const payload = (getViewingToken() ?? '').split('.')[1] ?? '';
  try {
    const { userId, exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { userId: number; exp: number };
    return { userId, expiresAt: new Date(exp * 1_000) };
  } catch {
    return { userId: 0, expiresAt: new Date() };
  }
}

function leaveViewing(): void {
  endViewing(`&user=${readViewingToken().userId}`);
}

/** Shown while an administrator views a member's account. */
export function ViewingBanner({ user }: { user: User }) {
  const { expiresAt } = readViewingToken();

  useEffect(() => {
    const expiryTimer = setTimeout(leaveViewing, Math.max(0, readViewingToken().expiresAt.getTime() - Date.now()));
    return () => clearTimeout(expiryTimer);
  }, []);

  const header = document.querySelector('.site-header');
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email;
  if (!header) return null;
  return createPortal(
    <section className="viewing-banner" aria-label="Viewing as a member">
      <p>
        You see {name}’s account as they do, and can’t change anything. This view ends at {timeOfDay().format(expiresAt)}.
      </p>
      <button type="button" className="button-small" onClick={leaveViewing}>
        Leave
      </button>
    </section>,
    header,
  );
}
