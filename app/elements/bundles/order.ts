/* The element of an order that awaits payment. */
import { OrderWatch } from "../order-watch.ts";

customElements.define("order-watch", OrderWatch);
