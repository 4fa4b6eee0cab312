import { useState } from 'react';
import { LogoutIcon } from '#web/components/icons.tsx';
import { adminSignOut } from '#web/lib/admin-session.ts';

/** Ends the administrator's session. */
export function LogoutButton() {
  const [isLeaving, setLeaving] = useState(false);

  function leave() {
    setLeaving(true);
    void adminSignOut();
  }

  return (
    <button type="button" className="secondary" disabled={isLeaving} onClick={leave}>
      <LogoutIcon />
      Logout
    </button>
  );
}
