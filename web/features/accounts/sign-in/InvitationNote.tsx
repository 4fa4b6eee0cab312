import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

export function InvitationNote({ code, isAccepted, onRefuse }: { code: string; isAccepted: boolean; onRefuse: () => void }) {
  if (!isAccepted) return <Refused />;
  return (
    <div className="spread gap-2 invitation-note">
      <p>
        <Trans>
          Invited by a friend: code <strong className="code">{code}</strong>
        </Trans>
      </p>
      <button type="button" className="ghost button-small" aria-label={t`Remove the invitation`} onClick={onRefuse}>
        {t`Remove`}
      </button>
    </div>
  );
}

/** Confirms that the invitation was removed. Takes the focus because the pressed button has disappeared. */
function Refused() {
  const note = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p className="muted small" ref={note} tabIndex={-1}>
      {t`Invitation removed. Open your friend’s link to restore it.`}
    </p>
  );
}
