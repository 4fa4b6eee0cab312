import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

/** The picture of something that is done. */
export function DoneMark() {
  return (
    <span className="done-mark">
      <CheckIcon />
    </span>
  );
}
