import { type ReactNode, useRef } from 'react';
import '#web/components/referrals/referrals.css';
import { invitationLink } from '#schema/invitation-link.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Field } from '#web/components/Field.tsx';
import { CopyIcon, ShareIcon } from '#web/components/icons.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { errorText } from '#web/lib/api.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';

/** The field's id, for links that lead there. */
export const invitationLinkId = 'invitation-link';

interface InvitationLinkProps {
  referralCode: string;
  /** Further ways to hand the link on. */
  children?: ReactNode;
}

/** The member's own sign-up link, to copy and, where the device can, to share. */
export function InvitationLink({ referralCode, children }: InvitationLinkProps) {
  const { data: site, error, mutate } = useSiteConfig();
  if (site) return <LinkSheet link={invitationLink(site.publicOrigin, referralCode)}>{children}</LinkSheet>;
  if (error) {
    return (
      <ErrorState
        title="Your invitation link could not be loaded"
        message={errorText(error, 'Please try again.')}
        onRetry={() => void mutate()}
      />
    );
  }
  return (
    <div className="sheet" role="status">
      <span className="visually-hidden">Loading your invitation link…</span>
      <Skeleton height={children ? '11rem' : '5rem'} />
    </div>
  );
}

function LinkSheet({ link, children }: { link: string; children: ReactNode }) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: 'Link copied', tone: 'success' });
    } catch {
      input.current?.select();
      toast({ title: 'Your browser did not allow copying', description: 'The link is selected: copy it from the field.', tone: 'info' });
    }
  }

  async function share() {
    try {
      await navigator.share({ title: 'Earn Vacations Geocaching', text: 'Find Cache Cards with me and earn vacations.', url: link });
    } catch {
      // Closing the share sheet is no error.
    }
  }

  return (
    <div className={children ? 'sheet invitation invitation-with-more' : 'sheet invitation'}>
      <div className="invitation-link">
        <Field
          id={invitationLinkId}
          label="Your invitation link"
          value={link}
          readOnly
          ref={input}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="invitation-actions">
          <button type="button" onClick={copy}>
            <CopyIcon />
            Copy link
          </button>
          {'share' in navigator && (
            <button type="button" className="secondary" onClick={share}>
              <ShareIcon />
              Share
            </button>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}
