import { t } from '@lingui/core/macro';
import { type ReactNode, useRef } from 'react';
import '#web/features/referrals/referrals.css';
import { invitationLink } from '#schema/referrals/invitation-link.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { CopyIcon, ShareIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** URL fragment of the field with the invitation link. */
export const invitationLinkId = 'invitation-link';

export function InvitationLink({ referralCode, children }: { referralCode: string; children?: ReactNode }) {
  return (
    <Loaded query={useSiteConfig()} subject={t`Your invitation link`} blocks={[children ? 'var(--invitation-height, 14rem)' : '8rem']}>
      {({ publicOrigin }) => <LinkSheet link={invitationLink(publicOrigin, referralCode)}>{children}</LinkSheet>}
    </Loaded>
  );
}

function LinkSheet({ link, children }: { link: string; children: ReactNode }) {
  const input = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ title: t`Link copied`, tone: 'success' });
    } catch {
      input.current?.select();
      showToast({
        title: t`Your browser blocked copying`,
        description: t`The link is selected. Copy it manually.`,
        tone: 'info',
      });
    }
  }

  async function share() {
    try {
      await navigator.share({ title: t`Earn Vacations Geocaching`, text: t`Find Cache Cards with me and earn vacations.`, url: link });
    } catch {
      // Closing the share sheet rejects the promise, but is not an error.
    }
  }

  return (
    <div className={children ? 'sheet stack gap-3 invitation invitation-with-more' : 'sheet stack gap-3 invitation'}>
      <div className="stack gap-3 invitation-link">
        <TextArea
          id={invitationLinkId}
          label={t`Your invitation link`}
          value={link}
          readOnly
          rows={2}
          ref={input}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="invitation-actions">
          <button type="button" onClick={copy}>
            <CopyIcon />
            {t`Copy link`}
          </button>
          {'share' in navigator && (
            <button type="button" className="secondary" onClick={share}>
              <ShareIcon />
              {t`Share`}
            </button>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}
