import type { SentGift, Voucher } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { ProductText } from "#app/ui/product-text.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import { VoucherTicket } from "./voucher-ticket.tsx";

type GiftViewProps = {
  gift: Omit<SentGift, "product"> & { product: { name: string; imageUrl: string | null; howToUse: string[] } };
  /** Null until the recipient opens the gift. */
  vouchers: Voucher[] | null;
  texts: Texts;
};

/** The page that a gift's link opens; the codes show after a press. */
export function GiftView({ gift, vouchers, texts }: GiftViewProps) {
  const { product, quantity, senderName, recipientName, message } = gift;
  return (
    <article className="gift">
      <p className="muted">{rich("orders.giftFor", { name: recipientName })}</p>
      <h1>{senderName ? rich("orders.giftFrom", { name: senderName }) : rich("orders.giftFromFriend")}</h1>
      <div className="product-picture">
        <div className="card-stand">
          <GiftCardImage imageUrl={product.imageUrl} alt={t("orders.giftCardOf", { name: product.name })} isEager />
          <span className="art-amount figure">
            {formatMoney(gift.denomination)}
            {quantity !== null && quantity > 1 && ` × ${quantity}`}
          </span>
        </div>
      </div>
      <p className="gift-name">
        <b>{product.name}</b>
      </p>
      {message && <blockquote className="gift-message">{message}</blockquote>}
      {vouchers === null ? (
        <form method="post">
          <Button isWide busyLabel={t("orders.giftOpening")}>
            {rich("orders.giftOpen")}
          </Button>
          <p className="muted small">{rich("orders.giftOpenNote")}</p>
        </form>
      ) : (
        <>
          <Codes vouchers={vouchers} texts={texts} merchant={product.name} />
          <p className="muted small">{rich("orders.giftAgain")}</p>
        </>
      )}
      {product.howToUse.length > 0 && (
        <section className="gift-use">
          <h2>{rich("orders.giftHowTo")}</h2>
          <ProductText lines={product.howToUse} />
        </section>
      )}
    </article>
  );
}

/** The codes of a gift that was opened, while the backend does not answer with the gift itself. */
export function OpenedCodes({ vouchers, texts }: { vouchers: Voucher[]; texts: Texts }) {
  return (
    <article className="gift">
      <h1>{rich("orders.giftIsOpen")}</h1>
      <p role="status">{rich("orders.giftIsOpenText")}</p>
      <Codes vouchers={vouchers} texts={texts} merchant={t("orders.giftCard")} />
    </article>
  );
}

function Codes({ vouchers, texts, merchant }: { vouchers: Voucher[]; texts: Texts; merchant: string }) {
  return (
    <ul className="tickets">
      {vouchers.map((voucher, index) => (
        <li key={index}>
          <VoucherTicket voucher={voucher} texts={texts} merchant={merchant} isOpen />
        </li>
      ))}
    </ul>
  );
}
