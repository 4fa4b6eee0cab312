import { Link, useSearchParams } from 'wouter';
import { type AlarmKind, alarmTabs, Runbooks } from '#schema/admin/system.ts';
import { alarmLabels } from '#web/features/admin/system/alarm-labels.ts';
import { jobLabels } from '#web/features/admin/system/job-labels.ts';
import '#web/features/admin/system/runbooks/runbooks.css';
import { MarkdownBlocks } from '#web/features/admin/system/runbooks/Markdown.tsx';
import { type Block, findSection, listTopics, parseMarkdown, type Topic } from '#web/features/admin/system/runbooks/parse-markdown.ts';
import { runbookPath } from '#web/features/admin/system/runbooks/runbook-path.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Shows docs/operations.md: the section named in the URL, or a list of sections. */
export function RunbooksPanel() {
  const runbooks = useQuery('/api/admin/system/runbooks', Runbooks);
  const [search] = useSearchParams();
  const topic = search.get('topic');
  return (
    <Loaded query={runbooks} subject="Runbooks" lines={8}>
      {({ markdown }) => {
        const blocks = parseMarkdown(markdown);
        const section = topic === null ? undefined : findSection(blocks, topic);
        return section ? <Runbook {...section} /> : <RunbookList blocks={blocks} />;
      }}
    </Loaded>
  );
}

const isAlarm = (slug: string): slug is AlarmKind => Object.hasOwn(alarmLabels, slug);

function getTopicTitle({ slug, text }: Topic): string {
  if (isAlarm(slug)) return alarmLabels[slug];
  const job = Object.entries(jobLabels).find(([name]) => name === slug)?.[1];
  return job ? `Job: ${job.title}` : text;
}

function Runbook({ topic, blocks }: { topic: Topic; blocks: Block[] }) {
  const tab = isAlarm(topic.slug) ? alarmTabs[topic.slug] : 'system';
  return (
    <section className="sheet stack gap-3 runbook" aria-labelledby="runbook-title">
      <h2 id="runbook-title">{getTopicTitle(topic)}</h2>
      <MarkdownBlocks blocks={blocks} />
      <p className="cluster">
        <Link href={paths.adminDashboard(tab)}>Open the {tab} tab</Link>
        <Link href={runbookPath()}>All runbooks</Link>
      </p>
    </section>
  );
}

function RunbookList({ blocks }: { blocks: Block[] }) {
  return (
    <section className="sheet stack gap-3" aria-labelledby="runbooks-title">
      <h2 id="runbooks-title">Runbooks</h2>
      <ul className="plain-list runbook-list">
        {listTopics(blocks).map((topic) => (
          <li key={topic.slug} className={`runbook-level-${topic.level}`}>
            <Link href={runbookPath(topic.slug)}>{getTopicTitle(topic)}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
