import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import { type CertificateOption, tokensMissing } from '#schema/vacation-progress.ts';
import { Badge } from '#web/components/Badge.tsx';
import { Progress } from '#web/components/Progress.tsx';
import { StayPicture } from '#web/features/dashboard/StayPicture.tsx';
import { number, tokensLabel } from '#web/lib/format.ts';

/** The three stays, and how far the balance reaches. */
export function CertificatesTab({ balance }: { balance: number }) {
  return (
    <section className="stack" aria-labelledby="certificates-title">
      <h2 id="certificates-title">Vacation Certificates</h2>
      <p className="muted">
        You have {tokensLabel(balance)}. A certificate is valid for one year and is activated within {certificateActivationDays} days; one
        can be had every 12 months.
      </p>
      <ul className="stays">
        {certificateOptions.map((option) => (
          <Stay key={option.type} option={option} balance={balance} />
        ))}
      </ul>
    </section>
  );
}

function Stay({ option, balance }: { option: CertificateOption; balance: number }) {
  const missing = tokensMissing(balance, option);
  return (
    <li className="sheet stay">
      <StayPicture type={option.type} />
      <div className="stay-text">
        <h3>{option.name}</h3>
        <p className="muted">{option.description}</p>
        <p className="stay-cost">{tokensLabel(option.tokenCost)}</p>
        <Progress
          value={balance}
          max={option.tokenCost}
          label={`${number(Math.min(balance, option.tokenCost))} of ${tokensLabel(option.tokenCost)}`}
        />
        {missing > 0 ? <p className="stay-missing">Need {number(missing)} more</p> : <Badge tone="green">Within reach</Badge>}
      </div>
    </li>
  );
}
