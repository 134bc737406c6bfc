import { useShop } from "#app/routes/use-shop.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { CARD, Drawing } from "#app/ui/illustration.tsx";

export default function Welcome() {
  const shop = useShop();
  const { brand } = shop;
  return (
    <section className="empty">
      <PageHead
        shop={shop}
        title="Welcome"
        description={`Gift cards from brands across India, with ${brand.organizationName} points.`}
      />
      <Drawing of={CARD} />
      <h1>Welcome to {brand.productName}</h1>
      <p className="muted">Gift cards from brands across India, paid with points, with UPI, or with both.</p>
      <ButtonLink href="/">Start shopping</ButtonLink>
    </section>
  );
}
