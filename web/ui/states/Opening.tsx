import { t } from '@lingui/core/macro';
import { CompassIcon } from '#web/ui/icons/shell-icons.tsx';

/** Answers a press on a button at once, while the code of the dialog that it opens is loading. */
export function Opening() {
  return (
    <div className="toast-region">
      <div className="toast" role="status">
        <CompassIcon />
        <strong className="toast-text">{t`Opening…`}</strong>
      </div>
    </div>
  );
}
