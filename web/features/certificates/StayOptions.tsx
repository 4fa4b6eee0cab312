import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/styles/public-pages.css';
import { certificateActivationDays, certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';
import type { StayTerms } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import { ownTerms } from '#schema/stays.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { formatCosts } from '#web/features/stays/format-costs.ts';
import { getLanguage, i18n } from '#web/lib/words/words.ts';

export function StayOptions() {
  return (
    <>
      <div className="public-columns">
        {certificateOptions.map(({ type, name, description, tokenCost }) => (
          <article key={type} className="sheet stack gap-2 destination">
            <StayPicture type={type} />
            <h3>{i18n._(name)}</h3>
            <p className="muted">{i18n._(description)}</p>
            <p className="destination-cost">
              <Trans>
                <strong>{tokenCost}</strong> Treasure Tokens
              </Trans>
              <small>{t`plus ${formatCosts(sumCosts(ownTerms[type]))} per stay in taxes and fees, paid to ${listCharging(ownTerms[type])}`}</small>
            </p>
          </article>
        ))}
      </div>
      <p className="public-note">
        {t`Your certificate comes by email and as a PDF. Activate it within ${plural(certificateActivationDays, { one: '# day', other: '# days' })}; it’s valid for one year. You can redeem one every ${redemptionPauseMonths} months. We review your first one before you can activate it, usually within two working days. You see every cost before you redeem.`}
      </p>
    </>
  );
}

/** Lists who charges a stay's costs: `the travel provider and the hotel`. */
function listCharging({ costs }: Pick<StayTerms, 'costs'>): string {
  return new Intl.ListFormat(getLanguage()).format(new Set(costs.map(({ chargedBy }) => i18n._(chargedBy))));
}
