import type { System } from '#schema/admin/system.ts';
import { dateTime } from '#web/lib/format.ts';

const valueLabels = {
  development: 'Development',
  production: 'Production',
  stripe: 'Stripe',
  cloudflare: 'Cloudflare Email Service',
  fake: 'Local fake',
  none: 'None: emails are queued until a sender is set up',
  by_hand: 'None: stays are booked manually',
} as const;

export function FactsPanel({ facts, failedPrints }: Pick<System, 'facts' | 'failedPrints'>) {
  return (
    <section className="sheet stack gap-3 system-panel" aria-labelledby="facts-title">
      <h2 id="facts-title">Setup</h2>
      <dl className="system-facts">
        <dt>Environment</dt>
        <dd>{valueLabels[facts.environment]}</dd>
        <dt>Address</dt>
        <dd>{facts.publicOrigin}</dd>
        <dt>Payments</dt>
        <dd>{valueLabels[facts.payments]}</dd>
        <dt>Email</dt>
        <dd>{valueLabels[facts.mail]}</dd>
        <dt>Stays</dt>
        <dd>{valueLabels[facts.travel]}</dd>
      </dl>
      {failedPrints.length > 0 && (
        <>
          <h3>Failed prints</h3>
          <ul className="stack gap-3 plain-list event-list">
            {failedPrints.map((print) => (
              <li key={print.id}>
                <strong>{print.orderId === null ? `Test print ${print.id}` : `Order ${print.orderId}`}</strong>, {dateTime(print.statusAt)}
                {print.error !== null && <>: {print.error}</>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
