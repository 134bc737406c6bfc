import { Counter, type Registry } from "prom-client";

import type { PaymentMethod, ReportOutcome } from "../domain/orders.ts";

type Reported = { tenant: string; gateway: string; method: PaymentMethod | undefined };

export type SaleCounts = ReturnType<typeof createSaleCounts>;

/** Counts the placed orders and the ends of payments of one process. */
export function createSaleCounts(registry: Registry) {
  const orders = new Counter({
    name: "awning_orders_placed_total",
    help: "Orders placed, by brand",
    labelNames: ["tenant"],
    registers: [registry],
  });
  const payments = new Counter({
    name: "awning_payments_total",
    help: "Attempts to pay that were paid or ended, by brand, gateway, method and outcome",
    labelNames: ["tenant", "gateway", "method", "outcome"],
    registers: [registry],
  });
  return {
    countOrder: (tenant: string) => orders.inc({ tenant }),
    /** A gateway reports a declined attempt without its method. */
    countPayment: ({ tenant, gateway, method }: Reported, outcome: ReportOutcome) =>
      payments.inc({ tenant, gateway, method: method ?? "unknown", outcome }),
  };
}
