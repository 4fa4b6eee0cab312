import { useState } from 'react';
import '#web/features/printing/test-card-api/test-card-api.css';
import type { PrintQuote, TestCardApiRequest, TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import { BackToDashboard } from '#web/features/admin/frame/BackToDashboard.tsx';
import { environmentLabels, sizeLabels } from '#web/features/printing/admin/print-labels.ts';
import { ConfirmProduction } from '#web/features/printing/test-card-api/ConfirmProduction.tsx';
import { Explanation } from '#web/features/printing/test-card-api/Explanation.tsx';
import { RecentTestOrders } from '#web/features/printing/test-card-api/RecentTestOrders.tsx';
import { TestCardForm } from '#web/features/printing/test-card-api/TestCardForm.tsx';
import { TestCardResult } from '#web/features/printing/test-card-api/TestCardResult.tsx';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

export function TestCardApiPage() {
  const [response, setResponse] = useState<TestCardApiResponse>();
  const [pendingOrder, setPendingOrder] = useState<{ request: TestCardApiRequest; quote: PrintQuote }>();

  function showResponse(request: TestCardApiRequest, response: TestCardApiResponse) {
    setResponse(response);
    setPendingOrder(response.order === null ? { request, quote: response.quote } : undefined);
    if (!response.order) return;
    const { numCards, cardSize, environment } = response.order;
    showToast({
      tone: 'success',
      title: 'Order Submitted Successfully',
      description: `${plural(numCards, 'card')}, ${sizeLabels[cardSize]}, ${environmentLabels[environment]}`,
    });
  }

  return (
    <AdminPage title="Test Card API" subtitle="Try the card-printing service with test orders." actions={<BackToDashboard />}>
      <div className="test-card-api">
        <TestCardForm onResponse={showResponse} />
        <Explanation />
      </div>
      {response && <TestCardResult response={response} />}
      <RecentTestOrders onConfirm={(request, quote) => setPendingOrder({ request, quote })} />
      {pendingOrder && (
        <ConfirmProduction
          {...pendingOrder}
          onOrdered={(orderResponse) => showResponse(pendingOrder.request, orderResponse)}
          onUnknown={() => setResponse(undefined)}
          onClose={() => setPendingOrder(undefined)}
        />
      )}
    </AdminPage>
  );
}
