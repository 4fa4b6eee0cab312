import { ChestLevels } from '#web/pages/how-it-works/ChestLevels.tsx';
import { Tips } from '#web/pages/how-it-works/Tips.tsx';

/** What else there is to win, and to know. */
export function ChestsAndTips() {
  return (
    <>
      <ChestLevels />
      <Tips />
    </>
  );
}
