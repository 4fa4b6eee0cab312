import { SampleTrail } from '#web/pages/how-it-works/SampleTrail.tsx';
import { Steps } from '#web/pages/how-it-works/Steps.tsx';

export function StepsAndSample() {
  return (
    <>
      <Steps />
      <SampleTrail />
    </>
  );
}
