import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { Order, PaidTier } from '#schema/orders/order.ts';
import { membershipPriceCents } from '#schema/rules.ts';
import vacationArt from '#web/art/steps/step-vacation.svg';
import { Benefits } from '#web/features/memberships/Benefits.tsx';
import { tierNames } from '#web/features/memberships/membership-labels.ts';
import { renewalTerms } from '#web/features/memberships/renewal-terms.ts';
import { OrderDone } from '#web/features/orders/OrderDone.tsx';
import { OrderSteps } from '#web/features/orders/OrderSteps.tsx';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

/** Upgrades the membership. A new order continues on the checkout page; an existing unpaid one can be paid in the dialog. */
export function UpgradeDialog({ open, user, tier, onClose }: { open: boolean; user: User; tier: PaidTier | null; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Upgrade Membership`}>
      <OrderSteps
        type="membership"
        renderPaid={(order) => (
          <OrderDone title={t`Upgrade Successful!`} art={vacationArt} onClose={onClose}>
            <p>{describePurchase(order)}</p>
          </OrderDone>
        )}
      >
        {user.role === 'premium' ? <AlreadyPremium onClose={onClose} /> : <Plans current={user.role} requestedTier={tier} />}
      </OrderSteps>
    </Dialog>
  );
}

function describePurchase({ checkoutId }: Order): string {
  return t`You’re now a ${tierNames[checkoutId === 'premium' ? 'premium' : 'basic']} member for one year.`;
}

function AlreadyPremium({ onClose }: { onClose: () => void }) {
  return (
    <div className="stack">
      <Alert tone="success" title={t`Membership Status: already a Premium member`}>{t`You have all the benefits we offer.`}</Alert>
      <button type="button" disabled>{t`Premium Member`}</button>
      <button type="button" className="secondary" onClick={onClose}>{t`Close`}</button>
    </div>
  );
}

function Plans({ current, requestedTier }: { current: 'free' | 'basic'; requestedTier: PaidTier | null }) {
  const [tier, setTier] = useState<PaidTier>(current === 'basic' ? 'premium' : (requestedTier ?? 'basic'));
  const tabs = [
    { id: 'basic' as const, label: current === 'basic' ? t`Basic (your plan)` : 'Basic', isDisabled: current === 'basic' },
    { id: 'premium' as const, label: 'Premium' },
  ];
  return (
    <div className="plan-tabs">
      <Tabs tabs={tabs} active={tier} onChange={setTier} label={t`Membership plans`}>
        {tabs.map(({ id }) => (
          <TabPanel key={id} id={id}>
            <Plan tier={id} current={current} />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

function Plan({ tier, current }: { tier: PaidTier; current: 'free' | 'basic' }) {
  const termsId = useId();
  return (
    <div className="stack">
      <p className="plan-cost">
        <Trans>
          <strong>{dollars(membershipPriceCents[tier])}</strong> per year
        </Trans>
      </p>
      <Benefits tier={tier} />
      {current === 'basic' && <p className="muted small">{t`We deduct your unused Basic time from the price. A new year starts today.`}</p>}
      <p id={termsId} className="small">
        {renewalTerms(membershipPriceCents[tier])}
      </p>
      <Link href={paths.checkout('membership', tier)} className="button button-block" aria-describedby={termsId}>
        {t`Continue to Payment`}
      </Link>
    </div>
  );
}
