import '#web/features/admin/system/system.css';
import { AlarmsPanel } from '#web/features/admin/system/AlarmsPanel.tsx';
import { EventsPanel } from '#web/features/admin/system/EventsPanel.tsx';
import { FactsPanel } from '#web/features/admin/system/FactsPanel.tsx';
import { JobsPanel } from '#web/features/admin/system/JobsPanel.tsx';
import { MailsPanel } from '#web/features/admin/system/MailsPanel.tsx';
import { useSystem } from '#web/features/admin/system/system-api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

/** How the service itself is doing, and what a person can do about it. */
export function SystemTab() {
  const system = useSystem();
  // A state that may have changed since is not shown as how it is.
  const query = { ...system, data: system.error === undefined ? system.data : undefined };
  return (
    <Loaded query={query} what="The state of the system" lines={10}>
      {(data) => (
        <div className="stack system">
          <AlarmsPanel alarms={data.alarms} />
          <JobsPanel alarms={data.alarms} jobs={data.jobs} now={data.now} />
          <div className="stack gap-3 system-side">
            <EventsPanel events={data.events} />
            <FactsPanel facts={data.facts} failedPrints={data.failedPrints} />
          </div>
          <MailsPanel mails={data.mails} />
        </div>
      )}
    </Loaded>
  );
}
