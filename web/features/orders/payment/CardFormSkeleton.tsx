import { Loading } from '#web/ui/states/Loading.tsx';

export function CardFormSkeleton() {
  return <Loading label="Loading the payment form…" blocks={['3.25rem', '3.25rem', '3rem']} />;
}
