import { expect, test } from "vitest";
import { parse, touchingWords } from "../helpers/html.ts";
import { send } from "../helpers/http.ts";
import { SCREENS } from "../helpers/screens.ts";
import { useShop } from "../helpers/shop.ts";
import { prepareShoppers } from "../helpers/shot-shoppers.ts";

// Browsers that know no style sheets put what is on one line side by side: only white space keeps it apart.

const shop = useShop();

test("no words touch on any screen where no style sheet keeps them apart", async () => {
  const shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  const touching = await Promise.all(
    SCREENS.map(async ({ name, path, as }) => {
      const cookie = shoppers.cookiesOf(as).map((kept) => `${kept.name}=${kept.value}`);
      const page = await send(shop().url("aurora", shoppers.fillIn(path)), { headers: { cookie: cookie.join("; ") } });
      return touchingWords(parse(page.text)).map((words) => `${name}: ${words}`);
    }),
  );
  expect(touching.flat()).toEqual([]);
});
