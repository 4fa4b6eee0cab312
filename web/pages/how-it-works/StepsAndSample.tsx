import { SampleTrail } from '#web/pages/how-it-works/SampleTrail.tsx';
import { Steps } from '#web/pages/how-it-works/Steps.tsx';

/** From the first card to the first certificate. */
export function StepsAndSample() {
  return (
    <>
      <Steps />
      <SampleTrail />
    </>
  );
}
