/* The elements of login, sign-up and similar pages. */
import { ImageCarousel } from "../image-carousel.ts";
import { RememberMe } from "../remember-me.ts";

customElements.define("image-carousel", ImageCarousel);
customElements.define("remember-me", RememberMe);
