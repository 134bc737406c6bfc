import { CONTACT_REPLY_HOURS, POINT_VALUE_PAISE } from "#app/base/constants.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import type { ArticleProps } from "./article.tsx";
import { writtenArticle } from "./written-article.tsx";

export function helpArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = "Help Center";
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    lead: `${brand.productName} turns your coins into gift cards from brands you choose.`,
    sections: [
      {
        title: `${brand.organizationName} rewards`,
        content: (
          <>
            <p>
              Coins (also called points) are our thank-you. Each is worth one rupee when you buy a gift card here. Your
              balance is at the top of every page while you are signed in.
            </p>
            <p>
              <ButtonLink href={brand.websiteUrl ?? "/"}>Browse offers</ButtonLink>
            </p>
          </>
        ),
      },
      {
        title: "How to earn",
        content: (
          <ol>
            <li>{brand.organizationName} or a partner gives you a voucher code, by e-mail, message or card.</li>
            <li>
              Open <a href="/redeem-voucher">Load Coins</a> and enter the code
              {brand.features.verifyCoupon && ". Press Verify to see what it is worth"}.
            </li>
            <li>Press Add Coins. The coins are in your balance at once.</li>
          </ol>
        ),
      },
      {
        title: "How to redeem",
        content: (
          <ol>
            <li>Choose a gift card and an amount, and add it to your cart.</li>
            <li>In the cart, switch on the coin discount. It pays {brand.discountPercent}% of the total with coins.</li>
            <li>Proceed to checkout and pay the rest with any UPI app.</li>
            <li>
              Your gift card arrives by e-mail, and stays in your <a href="/order-history">order history</a>.
            </li>
          </ol>
        ),
      },
      {
        title: "Important information",
        content: (
          <ul>
            <li>1 point equals ₹{POINT_VALUE_PAISE / 100}.</li>
            <li>Points are valid for {brand.coinsValidDays} days from issue.</li>
            <li>There is no cap on the points that you can collect.</li>
            <li>Points cannot be exchanged for cash.</li>
            <li>Redemption cannot be combined with other offers.</li>
            <li>Points are spent before other balance types.</li>
            <li>Gift cards are delivered digitally and cannot be cancelled once issued.</li>
          </ul>
        ),
      },
      {
        title: "Still stuck?",
        content: (
          <p>
            Keep your order number ready and write to us
            {brand.email && (
              <>
                {" "}
                at <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </>
            )}
            . We answer within <span className="figure">{CONTACT_REPLY_HOURS} hours</span>.
          </p>
        ),
      },
    ],
  };
}
