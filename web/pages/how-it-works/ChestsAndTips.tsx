import { ChestLevels } from '#web/pages/how-it-works/ChestLevels.tsx';
import { Tips } from '#web/pages/how-it-works/Tips.tsx';

export function ChestsAndTips() {
  return (
    <>
      <ChestLevels />
      <Tips />
    </>
  );
}
