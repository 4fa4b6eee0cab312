import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { membershipPriceCents } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { dollars } from '#web/lib/format.ts';

export function ChestUpgrade({ hasKeys, children }: { hasKeys: boolean; children: ReactNode }) {
  return (
    <section className="sheet stack months-chest" aria-labelledby="chest-upgrade-title">
      <ChestArt level={0} />
      <div className="stack gap-2 months-chest-text">
        <h2 id="chest-upgrade-title">{t`Monthly chests are for Basic and Premium members`}</h2>
        <p>
          {t`Basic is ${dollars(membershipPriceCents.basic)} a year, Premium ${dollars(membershipPriceCents.premium)}.`}
          {hasKeys && <> {t`Keys you have now count, too.`}</>}
        </p>
        <Link href={upgradePath('basic')} className="button">{t`Upgrade to Basic`}</Link>
        {children}
      </div>
    </section>
  );
}
