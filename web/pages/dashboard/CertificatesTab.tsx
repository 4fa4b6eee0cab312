import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { type CertificateOption, countMissingTokens, redeemableTokens } from '#schema/certificates/vacation-progress.ts';
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import { useRedemptionPause } from '#web/features/certificates/certificates-api.ts';
import { RedemptionPause } from '#web/features/certificates/RedemptionPause.tsx';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { heldLabels } from '#web/features/tokens/held-labels.ts';
import { number, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Progress } from '#web/ui/Progress.tsx';

type OnRedeem = (type: CertificateOption['type']) => void;

export function CertificatesTab({ user, onRedeem }: { user: User; onRedeem: OnRedeem }) {
  const balance = redeemableTokens(user);
  const closedUntil = useRedemptionPause();
  return (
    <section className="stack" aria-labelledby="certificates-title">
      <div className="spread">
        <h2 id="certificates-title">Vacation Certificates</h2>
        <Link href={paths.certificates} className="standalone-link">
          Your certificates
        </Link>
      </div>
      <p className="muted">
        You have {heldLabels(user)}. You can redeem one certificate every 12 months. Activate it within {certificateActivationDays} days;
        it’s valid for one year.
      </p>
      {closedUntil && <RedemptionPause until={closedUntil} />}
      <ul className="stack plain-list stays">
        {certificateOptions.map((option) => (
          <Stay key={option.type} option={option} balance={balance} isOpen={closedUntil === null} onRedeem={onRedeem} />
        ))}
      </ul>
    </section>
  );
}

interface StayProps {
  option: CertificateOption;
  balance: number;
  isOpen: boolean;
  onRedeem: OnRedeem;
}

function Stay({ option, balance, isOpen, onRedeem }: StayProps) {
  const missing = countMissingTokens(balance, option);
  return (
    <li className="sheet stay">
      <StayPicture type={option.type} />
      <div className="stack gap-2 stay-text">
        <h3>{option.name}</h3>
        <p className="muted">{option.description}</p>
        <p className="stay-cost">{tokensLabel(option.tokenCost)}</p>
        <Progress
          value={balance}
          max={option.tokenCost}
          label={`${number(Math.min(Math.max(0, balance), option.tokenCost))} of ${tokensLabel(option.tokenCost)}`}
        />
        {missing > 0 && <p className="stay-missing">Need {number(missing)} more</p>}
        {missing === 0 && isOpen && (
          <button
            type="button"
            className="treasure"
            aria-label={`Redeem tokens for a ${option.name}`}
            onClick={() => onRedeem(option.type)}
          >
            Redeem
          </button>
        )}
      </div>
    </li>
  );
}
