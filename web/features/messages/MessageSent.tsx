import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { DoneMark } from '#web/ui/states/DoneMark.tsx';

export function MessageSent({ email, onWriteAnother }: { email: string; onWriteAnother: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="message-sent">
      <DoneMark />
      <h2 ref={heading} tabIndex={-1}>
        {t`Message Sent`}
      </h2>
      <p>
        <Trans>
          Thanks for writing. We’ll reply to <strong>{email}</strong>.
        </Trans>
      </p>
      <button type="button" className="secondary" onClick={onWriteAnother}>
        {t`Send Another Message`}
      </button>
    </div>
  );
}
