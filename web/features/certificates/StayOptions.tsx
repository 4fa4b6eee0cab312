import '#web/styles/public-pages.css';
import { certificateActivationDays, certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';
import type { StayTerms } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import { ownTerms } from '#schema/stays.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { formatCosts } from '#web/features/stays/format-costs.ts';
import { plural } from '#web/lib/format.ts';

export function StayOptions() {
  return (
    <>
      <div className="public-columns">
        {certificateOptions.map(({ type, name, description, tokenCost }) => (
          <article key={type} className="sheet stack gap-2 destination">
            <StayPicture type={type} />
            <h3>{name}</h3>
            <p className="muted">{description}</p>
            <p className="destination-cost">
              <strong>{tokenCost}</strong> Treasure Tokens
              <small>
                plus {formatCosts(sumCosts(ownTerms[type]))} per stay in taxes and fees, paid to {listCharging(ownTerms[type])}
              </small>
            </p>
          </article>
        ))}
      </div>
      <p className="public-note">
        Your certificate comes by email and as a PDF. Activate it within {plural(certificateActivationDays, 'day')}; it’s valid for one
        year. You can redeem one every {redemptionPauseMonths} months. We review your first one before you can activate it, usually within
        two working days. You see every cost before you redeem.
      </p>
    </>
  );
}

/** Lists who charges a stay's costs: `the travel provider and the hotel`. */
function listCharging({ costs }: Pick<StayTerms, 'costs'>): string {
  return [...new Set(costs.map(({ chargedBy }) => chargedBy))].join(' and ');
}
