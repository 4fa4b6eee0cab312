import type { TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { PrintStatusBadge } from '#web/features/printing/admin/PrintStatusBadge.tsx';
import { environmentLabels, formatCostParts, formatPrice, sizeLabels } from '#web/features/printing/admin/print-labels.ts';
import { InformationTable } from '#web/features/printing/test-card-api/InformationTable.tsx';
import { dateTime } from '#web/lib/format.ts';

export function TestCardResult({ response: { quote, order } }: { response: TestCardApiResponse }) {
  return (
    <div className="test-order-result">
      <InformationTable
        title="Quote Information"
        facts={{
          Price: formatPrice(quote.price, quote.currency),
          Breakdown: formatCostParts(quote),
          Service: quote.service,
          'Shipping level': <span className="code">{quote.shippingLevel}</span>,
          'Valid until': dateTime(quote.expiresAt),
          Quote: <span className="code">{quote.quoteId}</span>,
        }}
      />
      {order ? (
        <InformationTable
          title="Order Information"
          facts={{
            Status: <PrintStatusBadge order={order} />,
            Cards: String(order.numCards),
            'Card size': sizeLabels[order.cardSize],
            Environment: environmentLabels[order.environment],
            Design: order.designUrl ?? 'Our default design',
            'Printer’s order number': <span className="code">{order.printerOrderId ?? 'Not assigned yet'}</span>,
            'Our reference': <span className="code">{order.reference}</span>,
          }}
        />
      ) : (
        <p className="muted">Nothing has been ordered yet. Confirm the cost to place the order.</p>
      )}
    </div>
  );
}
