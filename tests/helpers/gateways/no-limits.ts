/** Settings of a brand whose shoppers may order all day, without a review, although one payer pays for all of them. */
export const NO_LIMITS = {
  limits: {
    ordersPerDay: 1_000,
    rupeesPerDay: 10_000_000,
    reviewOrdersPerHour: 1_000,
    reviewOrdersPerWeek: 1_000,
    reviewRupeesPerWeek: 10_000_000,
  },
};
