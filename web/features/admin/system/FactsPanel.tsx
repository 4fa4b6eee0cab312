import type { System } from '#schema/admin/system.ts';

const valueLabels = {
  development: 'Development',
  production: 'Production',
  stripe: 'Stripe',
  cloudflare: 'Cloudflare Email Service',
  fake: 'Local fake',
  none: 'None: emails are queued until a sender is set up',
  by_hand: 'None: stays are booked manually',
} as const;

export function FactsPanel({ facts }: Pick<System, 'facts'>) {
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
    </section>
  );
}
