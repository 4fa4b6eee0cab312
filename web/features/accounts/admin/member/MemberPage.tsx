import { type ComponentType, type MouseEvent, useEffect, useRef } from 'react';
import '#web/features/accounts/admin/member/member.css';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { Timeline } from '#web/features/accounts/admin/member/Timeline.tsx';
import { UserAccess } from '#web/features/accounts/admin/member/UserAccess.tsx';
import { UserActions } from '#web/features/accounts/admin/member/UserActions.tsx';
import { UserCards } from '#web/features/accounts/admin/member/UserCards.tsx';
import { UserCertificates } from '#web/features/accounts/admin/member/UserCertificates.tsx';
import { UserEarnings } from '#web/features/accounts/admin/member/UserEarnings.tsx';
import { UserNotes } from '#web/features/accounts/admin/member/UserNotes.tsx';
import { UserOverview } from '#web/features/accounts/admin/member/UserOverview.tsx';
import { UserPurchases } from '#web/features/accounts/admin/member/UserPurchases.tsx';
import { UserTokens } from '#web/features/accounts/admin/member/UserTokens.tsx';
import type { UserTask } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { useUserDetails } from '#web/features/accounts/admin/users-api.ts';
import { date } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmailText } from '#web/ui/EmailText.tsx';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface Section {
  /** Fragment of the section's deep link. */
  id: string;
  title: string;
  parts: readonly ComponentType<{ details: AdminUserDetails }>[];
}

const sections: readonly Section[] = [
  { id: 'facts', title: 'Facts', parts: [UserOverview] },
  { id: 'notes', title: 'Notes', parts: [UserNotes] },
  { id: 'timeline', title: 'Timeline', parts: [Timeline] },
  { id: 'certificates', title: 'Certificates', parts: [UserCertificates] },
  { id: 'tokens', title: 'Tokens and keys', parts: [UserTokens] },
  { id: 'money', title: 'Money', parts: [UserPurchases, UserEarnings] },
  { id: 'cards', title: 'Cards', parts: [UserCards] },
  { id: 'sign-in', title: 'Sign-in', parts: [UserAccess] },
];

interface MemberPageProps {
  userId: number;
  onBack: () => void;
  onTask: (task: UserTask) => void;
}

export function MemberPage({ userId, onBack, onTask }: MemberPageProps) {
  const query = useUserDetails(userId);
  return (
    <div className="stack member-page">
      <div>
        <button type="button" className="secondary" onClick={onBack}>
          <BackIcon />
          All users
        </button>
      </div>
      <Loaded query={query} subject="The user" lines={12}>
        {(details) => <Member details={details} onTask={onTask} />}
      </Loaded>
    </div>
  );
}

function Member({ details, onTask }: { details: AdminUserDetails } & Pick<MemberPageProps, 'onTask'>) {
  const { profile } = details;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const section = sections.find(({ id }) => location.hash === `#${id}`);
    if (section) goTo(section.id);
    else {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: 'instant' });
    }
  }, []);

  return (
    <section className="stack gap-5" aria-labelledby="member-name">
      <div className="stack gap-3">
        <div className="member-head">
          <h2 id="member-name" ref={heading} tabIndex={-1} data-return-focus>
            {userName(profile)}
          </h2>
          <Badge tone={profile.role === 'free' ? 'grey' : 'green'}>{profile.role}</Badge>
          <EmailText email={profile.email} />
        </div>
        <Notices profile={profile} />
        {!profile.erasedAt && <UserActions details={details} onTask={onTask} />}
        <nav aria-label="Sections of this page">
          <ul className="plain-list cluster member-jumps">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={jump}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="member-sections">
        {sections.map(({ id, title, parts }) => (
          <section key={id} className={`sheet stack gap-3 member-section-${id}`} aria-labelledby={id}>
            <h3 id={id} tabIndex={-1} className="member-section-title">
              {title}
            </h3>
            {parts.map((Part) => (
              <Part key={Part.name} details={details} />
            ))}
          </section>
        ))}
      </div>
    </section>
  );
}

function Notices({ profile }: Pick<AdminUserDetails, 'profile'>) {
  const { erasedAt, deletionRequestedAt, suspendedAt, suspendedReason, isSuspendedBySuperAdmin } = profile;
  return (
    <>
      {erasedAt ? (
        <Alert tone="info" title={`Erased on ${date(erasedAt)}`}>
          The account was deleted. Only accounting records remain.
        </Alert>
      ) : (
        deletionRequestedAt && (
          <Alert tone="warning" title="This account is being deleted">
            Deletion requested on {date(deletionRequestedAt)}. The account will be erased within 30 days and can no longer be changed,
            unless it was stolen.
          </Alert>
        )
      )}
      {suspendedAt && (
        <Alert tone="warning" title={`Suspended since ${date(suspendedAt)}`}>
          Reason given to the member: “{suspendedReason}”{' '}
          {isSuspendedBySuperAdmin && 'A super administrator suspended this member, so only super administrators can reinstate them.'}
        </Alert>
      )}
    </>
  );
}

/** Goes to a section without adding a history entry, so that Back leaves the page. */
function jump(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { hash } = event.currentTarget;
  history.replaceState(history.state, '', hash);
  goTo(hash.slice(1));
}

function goTo(section: string) {
  const target = document.getElementById(section);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
}
