import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/admin/test-card-api/test-card-api.css';
import type { TestCardApiRequest, TestCardApiResponse } from '#schema/admin/printing.ts';
import { BackIcon } from '#web/components/icons.tsx';
import { AdminPage } from '#web/features/admin/AdminPage.tsx';
import { environmentLabels, sizeLabels } from '#web/features/admin/printing/print-words.ts';
import { ConfirmProduction } from '#web/features/admin/test-card-api/ConfirmProduction.tsx';
import { Explanation } from '#web/features/admin/test-card-api/Explanation.tsx';
import { RecentTestOrders } from '#web/features/admin/test-card-api/RecentTestOrders.tsx';
import { TestCardForm } from '#web/features/admin/test-card-api/TestCardForm.tsx';
import { TestCardResult } from '#web/features/admin/test-card-api/TestCardResult.tsx';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';
import { paths } from '#web/paths.ts';

/** Test orders at the card-printing service. */
export function TestCardApiPage() {
  const [answered, setAnswered] = useState<{ request: TestCardApiRequest; answer: TestCardApiResponse }>();
  const [isConfirming, setConfirming] = useState(false);

  function show(request: TestCardApiRequest, answer: TestCardApiResponse) {
    setAnswered({ request, answer });
    setConfirming(answer.order === null);
    if (!answer.order) return;
    const { numCards, cardSize, environment } = answer.order;
    showToast({
      tone: 'success',
      title: 'Order Submitted Successfully',
      description: `${plural(numCards, 'card')}, ${sizeLabels[cardSize]}, ${environmentLabels[environment]}`,
    });
  }

  return (
    <AdminPage
      title="Test Card API"
      subtitle="Try the card-printing service with test orders."
      actions={
        <Link href={paths.adminDashboard()} className="button secondary">
          <BackIcon />
          Back to Dashboard
        </Link>
      }
    >
      <div className="test-card-api">
        <TestCardForm onAnswer={show} />
        <Explanation />
      </div>
      {answered && <TestCardResult answer={answered.answer} />}
      <RecentTestOrders />
      {answered && isConfirming && (
        <ConfirmProduction
          request={answered.request}
          quote={answered.answer.quote}
          onOrdered={(answer) => show(answered.request, answer)}
          onClose={() => setConfirming(false)}
        />
      )}
    </AdminPage>
  );
}
