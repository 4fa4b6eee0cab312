import { useEffect, useRef } from 'react';
import type { BulkRun, BulkRunState, RejectedItem } from '#web/features/admin/lists/use-bulk-run.ts';
import { errorText } from '#web/lib/api-error.ts';
import { number, plural } from '#web/lib/format.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export interface BulkLabels<Item> {
  /** Singular noun, such as `message`. */
  noun: string;
  /** What is happening, such as `Closing messages`. */
  pending: string;
  /** Past participle, such as `closed`. */
  done: string;
  describe: (item: Item) => { label: string; href?: string };
}

interface BulkRunViewProps<Item> {
  run: BulkRun<Item>;
  labels: BulkLabels<Item>;
  /** Offers to send rejected items again. Omit this if they would be rejected for the same reason. */
  canRetry?: boolean;
  onClose: () => void;
}

/** Progress of a bulk action while it runs, then its result. */
export function BulkRunView<Item>({ run, ...props }: BulkRunViewProps<Item>) {
  if (!run.state) return null;
  return run.state.status === 'running' ? (
    <BulkProgress run={run} state={run.state} labels={props.labels} />
  ) : (
    <BulkResult run={run} state={run.state} {...props} />
  );
}

export function BulkProgress<Item>({
  run,
  state: { total, remaining },
  labels,
}: {
  run: BulkRun<Item>;
  state: BulkRunState<Item>;
  labels: Pick<BulkLabels<Item>, 'pending'>;
}) {
  const stopButton = useRef<HTMLButtonElement>(null);
  useEffect(() => stopButton.current?.focus(), []);
  const processed = total - remaining.length;
  return (
    <div className="stack" data-sending>
      <p role="status">{`${labels.pending}: ${number(processed)} of ${number(total)}`}</p>
      <Progress value={processed} max={total} label={labels.pending} />
      <div className="cluster">
        <button
          ref={stopButton}
          type="button"
          className="secondary"
          aria-busy={run.isStopping || undefined}
          aria-disabled={run.isStopping || undefined}
          onClick={run.stop}
        >
          {run.isStopping ? 'Stopping…' : 'Stop'}
        </button>
      </div>
    </div>
  );
}

function BulkResult<Item>({ run, state, labels, canRetry = false, onClose }: BulkRunViewProps<Item> & { state: BulkRunState<Item> }) {
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const { status, done, rejected, remaining, error } = state;
  return (
    <div className="stack">
      <p ref={summary} tabIndex={-1}>
        <strong>{`${plural(done.length, labels.noun)} ${labels.done}.`}</strong>
        {rejected.length > 0 && ` ${number(rejected.length)} not ${labels.done}.`}
        {remaining.length > 0 && ` ${number(remaining.length)} not started.`}
      </p>
      {status === 'interrupted' && (
        <Alert tone="error" title="Interrupted">
          {errorText(error, 'The server did not respond as expected.')} You can continue where it stopped.
        </Alert>
      )}
      <div className="cluster">
        {remaining.length > 0 && (
          <button type="button" onClick={() => void run.resume()}>
            Continue
          </button>
        )}
        {canRetry && rejected.length > 0 && remaining.length === 0 && (
          <button type="button" onClick={() => void run.retryRejected()}>
            {`Try ${number(rejected.length)} again`}
          </button>
        )}
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
      </div>
      <RejectedItems rejected={rejected} describe={labels.describe} />
    </div>
  );
}

interface RejectedItemsProps<Item> {
  rejected: readonly RejectedItem<Item>[];
  describe: BulkLabels<Item>['describe'];
}

/** Rejected items, grouped by reason. */
export function RejectedItems<Item>({ rejected, describe }: RejectedItemsProps<Item>) {
  const reasons = [...new Set(rejected.map(({ reason }) => reason))];
  if (reasons.length === 0) return null;
  return (
    <ul className="plain-list stack gap-3" aria-label="Rejected">
      {reasons.map((reason) => (
        <li key={reason} className="stack gap-1">
          <p>{reason}</p>
          <ul className="plain-list cluster">
            {rejected
              .filter((candidate) => candidate.reason === reason)
              .map(({ id, item }) => (
                <li key={id}>
                  <ItemLabel {...describe(item)} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function ItemLabel({ label, href }: { label: string; href?: string }) {
  if (href === undefined) return label;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
