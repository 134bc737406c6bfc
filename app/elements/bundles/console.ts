/* The elements of the console. */
import { CommandPalette } from "../console/command-palette.ts";
import { LivePreview } from "../console/live-preview.ts";
import { PasskeyButton } from "../console/passkey-button.ts";

customElements.define("command-palette", CommandPalette);
customElements.define("live-preview", LivePreview);
customElements.define("passkey-button", PasskeyButton);
