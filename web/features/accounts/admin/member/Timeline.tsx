import { type TimelineKind, Timeline as TimelinePage, timelineKinds } from '#schema/accounts/admin-timeline.ts';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { TimelineEntry } from '#web/features/accounts/admin/member/TimelineEntry.tsx';
import { reloadTimeline, timelinePath } from '#web/features/accounts/admin/users-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { MailDialog } from '#web/features/messages/admin/mails/MailDialog.tsx';
import { usePages } from '#web/lib/api/pages.ts';
import { useIdParameter, useQueryParameter } from '#web/lib/react/use-query-parameter.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const kindLabels: Record<TimelineKind, string> = {
  joined: 'Joined',
  paid: 'Payments',
  found: 'Finds',
  redeemed: 'Redemptions',
  message: 'Messages',
  mail: 'Emails',
  decision: 'Decisions',
  audit: 'Audit log',
};

/** The URL parameter `show` lists the kinds of events that are shown; all of them without it. */
export function Timeline({ details: { profile } }: { details: AdminUserDetails }) {
  const isSuper = useIsSuperAdmin();
  const [show, setShow] = useQueryParameter('show');
  const shownKinds = timelineKinds.filter((kind) => show?.split(',').includes(kind));
  const [mailId, setMailId] = useIdParameter('mail');
  const isShown = (kind: TimelineKind) => shownKinds.length === 0 || shownKinds.includes(kind);
  const { query, paging } = usePages(timelinePath(profile.id, shownKinds), TimelinePage, { keepsPreviousData: true });

  function toggle(kind: TimelineKind) {
    const kinds = timelineKinds.filter((candidate) => shownKinds.includes(candidate) !== (candidate === kind));
    setShow(kinds.length === 0 ? null : kinds.join(','));
  }

  return (
    <div className="stack gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the heading */}
      <div className="cluster member-filters" role="group" aria-label="Events to show">
        <button type="button" className="secondary button-small" aria-pressed={shownKinds.length === 0} onClick={() => setShow(null)}>
          All
        </button>
        {timelineKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="secondary button-small"
            aria-pressed={shownKinds.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {kindLabels[kind]}
          </button>
        ))}
      </div>
      {!isSuper && isShown('audit') && (
        <p className="muted small">In the audit log, only super administrators see what was changed and why.</p>
      )}
      <Loaded query={query} subject="The timeline" lines={8}>
        {(pages) => {
          const events = pages.flatMap((page) => page.events);
          if (events.length === 0) return <p className="muted">No events of this kind.</p>;
          return (
            <GrowingList
              className="member-timeline"
              label="Events"
              count={events.length}
              paging={paging}
              moreFailed="Couldn’t load older events."
            >
              {events.map((event) => (
                <TimelineEntry key={event.id} event={event} label={kindLabels[event.kind]} onReadMail={setMailId} />
              ))}
            </GrowingList>
          );
        }}
      </Loaded>
      {mailId !== null && (
        <MailDialog key={mailId} id={mailId} onClose={() => setMailId(null)} onResent={() => void reloadTimeline(profile.id)} />
      )}
    </div>
  );
}
