import { t } from '@lingui/core/macro';
import { Loading } from '#web/ui/states/Loading.tsx';

export function CardFormSkeleton() {
  return <Loading label={t`Loading the payment form…`} blocks={['3.25rem', '3.25rem', '3rem']} />;
}
