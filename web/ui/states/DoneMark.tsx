import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

export function DoneMark() {
  return (
    <span className="done-mark">
      <CheckIcon />
    </span>
  );
}
