import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { type CertificateOption, countMissingTokens, redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { certificateOptions } from '#schema/rules.ts';
import { useRedemptionPause } from '#web/features/certificates/certificates-api.ts';
import { RedemptionPause } from '#web/features/certificates/RedemptionPause.tsx';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { formatHeldTokens } from '#web/features/tokens/held-tokens.ts';
import { number, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { i18n } from '#web/lib/words/words.ts';
import { Progress } from '#web/ui/Progress.tsx';

type RedeemHandler = (type: CertificateOption['type']) => void;

export function CertificatesTab({ user, onRedeem }: { user: User; onRedeem: RedeemHandler }) {
  const balance = redeemableTokens(user);
  const pausedUntil = useRedemptionPause();
  return (
    <section className="stack" aria-labelledby="certificates-title">
      <div className="spread">
        <h2 id="certificates-title">{t`Vacation Certificates`}</h2>
        <Link href={paths.certificates} className="standalone-link">{t`Your certificates`}</Link>
      </div>
      <p className="muted">{t`You have ${formatHeldTokens(user)}.`}</p>
      {pausedUntil && <RedemptionPause until={pausedUntil} tokensNeeded={vacationProgress(balance).tokensNeeded} />}
      <ul className="stack plain-list stays">
        {certificateOptions.map((option) => (
          <StayCard key={option.type} option={option} balance={balance} isOpen={pausedUntil === null} onRedeem={onRedeem} />
        ))}
      </ul>
    </section>
  );
}

interface StayCardProps {
  option: CertificateOption;
  balance: number;
  isOpen: boolean;
  onRedeem: RedeemHandler;
}

function StayCard({ option, balance, isOpen, onRedeem }: StayCardProps) {
  const missingTokens = countMissingTokens(balance, option);
  return (
    <li className="sheet stay">
      <StayPicture type={option.type} />
      <div className="stack gap-2 stay-text">
        <h3>{i18n._(option.name)}</h3>
        <p className="muted">{i18n._(option.description)}</p>
        <p className="stay-cost">{tokensLabel(option.tokenCost)}</p>
        <Progress
          value={balance}
          max={option.tokenCost}
          label={t`${number(Math.min(Math.max(0, balance), option.tokenCost))} of ${tokensLabel(option.tokenCost)}`}
        />
        {missingTokens > 0 && <p className="stay-missing">{t`Need ${number(missingTokens)} more`}</p>}
        {missingTokens === 0 && isOpen && (
          <button
            type="button"
            className="treasure"
            aria-label={t`Redeem tokens for a ${i18n._(option.name)}`}
            onClick={() => onRedeem(option.type)}
          >
            {t`Redeem`}
          </button>
        )}
      </div>
    </li>
  );
}
