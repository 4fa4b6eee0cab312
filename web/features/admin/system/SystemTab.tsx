import '#web/features/admin/system/system.css';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { EventsPanel } from '#web/features/admin/system/EventsPanel.tsx';
import { FactsPanel } from '#web/features/admin/system/FactsPanel.tsx';
import { JobsPanel } from '#web/features/admin/system/JobsPanel.tsx';
import { MailsPanel } from '#web/features/admin/system/MailsPanel.tsx';
import { useSystem } from '#web/features/admin/system/system-api.ts';
import { errorText } from '#web/lib/api.ts';

/** How the service itself is doing, and what a person can do about it. */
export function SystemTab() {
  const { data, error, mutate } = useSystem();
  if (error !== undefined) {
    return (
      <ErrorState
        title="The state of the system could not be loaded"
        message={errorText(error, 'Please try again in a moment.')}
        onRetry={() => void mutate()}
      />
    );
  }
  if (!data) return <Skeleton lines={10} />;
  return (
    <div className="system">
      <JobsPanel jobs={data.jobs} now={data.now} />
      <div className="system-side">
        <EventsPanel events={data.events} />
        <FactsPanel facts={data.facts} failedPrints={data.failedPrints} />
      </div>
      <MailsPanel mails={data.mails} />
    </div>
  );
}
