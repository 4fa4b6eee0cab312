import { t } from '@lingui/core/macro';
import { i18n } from '#web/lib/words/words.ts';
import '#web/features/stays/stays.css';
import type { StayTerms } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';
import { formatCosts } from '#web/features/stays/format-costs.ts';
import { formatDollars, monthName } from '#web/lib/format.ts';

interface StayTermsDetailsProps {
  name: string;
  terms: StayTerms;
}

/** Shows the terms of a stay before the member redeems: first the costs that tokens do not cover, then what is included. */
export function StayTermsDetails({ name, terms }: StayTermsDetailsProps) {
  return (
    <section className="sheet stack gap-3 stay-terms" aria-label={t`Costs and terms: ${name}`}>
      <h3>{t`Additional costs`}</h3>
      <table className="stay-costs">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t`Cost`}</th>
            <th scope="col">{t`Amount per stay`}</th>
          </tr>
        </thead>
        <tbody>
          {terms.costs.map((cost) => (
            <tr key={cost.name}>
              <th scope="row">
                {i18n._(cost.name)}
                <small>{t`Charged by ${i18n._(cost.chargedBy)} ${i18n._(cost.when)}`}</small>
              </th>
              <td>{formatCosts(cost)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Total per stay`}</th>
            <td>{formatCosts(sumCosts(terms))}</td>
          </tr>
        </tfoot>
      </table>
      <div>
        <h4>{t`What others paid`}</h4>
        <ul className="stay-examples">
          {terms.examples.map(({ place, month, extraCents }) => (
            <li key={`${place} ${month}`}>
              <strong>{formatDollars(extraCents / 100)}</strong> {i18n._(place)}, {monthName(month)}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4>{t`Included`}</h4>
        <ul>
          {terms.includes.map((text) => (
            <li key={text}>{i18n._(text)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h4>{t`Where you could go`}</h4>
        <ul className="stay-destinations">
          {terms.destinations.map(({ id, name, country }) => (
            <li key={id}>
              <DestinationPicture id={id} />
              {i18n._(name)} <small>{i18n._(country)}</small>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4>{t`Good to know`}</h4>
        <ul>
          {terms.rules.map((text) => (
            <li key={text}>{i18n._(text)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
