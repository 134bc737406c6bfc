/* The elements that only the console has. */
import { ColourField } from "../colour-field.ts";
import { CommandPalette } from "../command-palette.ts";
import { LivePreview } from "../live-preview.ts";
import { PasskeyButton } from "../passkey-button.ts";
import { SizeLimit } from "../size-limit.ts";

customElements.define("colour-field", ColourField);
customElements.define("command-palette", CommandPalette);
customElements.define("live-preview", LivePreview);
customElements.define("passkey-button", PasskeyButton);
customElements.define("size-limit", SizeLimit);
