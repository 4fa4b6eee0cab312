import { useSearchParams } from 'wouter';
import '#web/features/admin/system/system.css';
import type { System } from '#schema/admin/system.ts';
import { BadgeCount } from '#web/features/admin/BadgeCount.tsx';
import { AlarmsPanel } from '#web/features/admin/system/AlarmsPanel.tsx';
import { EventsPanel } from '#web/features/admin/system/EventsPanel.tsx';
import { FactsPanel } from '#web/features/admin/system/FactsPanel.tsx';
import { JobsPanel } from '#web/features/admin/system/JobsPanel.tsx';
import { MailsHeader } from '#web/features/admin/system/MailsHeader.tsx';
import { MailsPanel } from '#web/features/admin/system/MailsPanel.tsx';
import { MoneyCheckPanel } from '#web/features/admin/system/MoneyCheckPanel.tsx';
import { useSystem } from '#web/features/admin/system/system-api.ts';
import { page } from '#web/lib/react/page.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const RunbooksPanel = page(() =>
  import('#web/features/admin/system/runbooks/RunbooksPanel.tsx').then((file) => file.RunbooksPanel),
).Component;

const countFailedJobs = ({ alarms }: System) => alarms.filter(({ kind }) => kind === 'job_failed' || kind === 'job_missed').length;

const views = [
  { id: 'jobs', label: 'Jobs', countWaiting: countFailedJobs },
  { id: 'mails', label: 'Emails', countWaiting: ({ mails }: System) => mails.unacknowledged },
  { id: 'events', label: 'Payment events', countWaiting: ({ events }: System) => events.waiting },
  { id: 'setup', label: 'Setup', countWaiting: () => 0 },
  { id: 'runbooks', label: 'Runbooks', countWaiting: () => 0 },
] as const;

export function SystemTab() {
  const system = useSystem();
  const [search, setSearch] = useSearchParams();
  // Hides stale data after a failed reload instead of showing it as current.
  const query = { ...system, data: system.error === undefined ? system.data : undefined };
  const active = views.find(({ id }) => id === search.get('view')) ?? views[0];
  return (
    <Loaded query={query} subject="The system status" lines={10}>
      {(data) => (
        <Tabs
          tabs={views.map(({ id, label, countWaiting }) => ({ id, label, badge: <AttentionBadge count={countWaiting(data)} /> }))}
          active={active.id}
          onChange={(view) => setSearch({ tab: 'system', view })}
          label="System"
        >
          {active.id === 'mails' && <MailsHeader mails={data.mails} />}
          <TabPanel key={active.id} id={active.id}>
            <SystemView id={active.id} system={data} />
          </TabPanel>
        </Tabs>
      )}
    </Loaded>
  );
}

function AttentionBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="red">
      <BadgeCount count={count} /> <span className="visually-hidden">need attention</span>
    </Badge>
  );
}

function SystemView({ id, system }: { id: (typeof views)[number]['id']; system: System }) {
  switch (id) {
    case 'jobs':
      return (
        <div className="stack">
          <AlarmsPanel alarms={system.alarms} />
          <MoneyCheckPanel money={system.money} now={system.now} />
          <JobsPanel alarms={system.alarms} jobs={system.jobs} now={system.now} />
        </div>
      );
    case 'mails':
      return <MailsPanel />;
    case 'events':
      return <EventsPanel events={system.events} />;
    case 'runbooks':
      return <RunbooksPanel />;
    case 'setup':
      return <FactsPanel facts={system.facts} />;
  }
}
