/* The elements of the console. */
import { ColourField } from "../console/colour-field.ts";
import { CommandPalette } from "../console/command-palette.ts";
import { LivePreview } from "../console/live-preview.ts";
import { PasskeyButton } from "../console/passkey-button.ts";
import { SizeLimit } from "../console/size-limit.ts";

customElements.define("colour-field", ColourField);
customElements.define("command-palette", CommandPalette);
customElements.define("live-preview", LivePreview);
customElements.define("passkey-button", PasskeyButton);
customElements.define("size-limit", SizeLimit);
