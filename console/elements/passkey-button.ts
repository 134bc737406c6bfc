type Ceremony = { get?: PublicKeyCredentialRequestOptionsJSON; create?: PublicKeyCredentialCreationOptionsJSON };

/**
 * Sends its form with a passkey's signed answer in the field `field`. `options` create a passkey; without them it fetches
 * the options of a login from `request`. The button is shown only if the browser supports passkeys. A form with several
 * buttons is sent by the next one that is pressed.
 */
export class PasskeyButton extends HTMLElement {
  #internals = this.attachInternals();
  /** The passkey's answer, added to the form's next submit. */
  #answer: string | null = null;
  #isAsking = false;

  connectedCallback() {
    if (!hasPasskeys()) return;
    this.#internals.states.add("ready");
    this.addEventListener("click", this.#onClick);
    this.#form?.addEventListener("formdata", this.#add);
    this.#form?.addEventListener("submit", this.#forget);
  }

  get #form() {
    return this.closest("form");
  }

  #onClick = ({ target }: Event) => {
    if ((target as Element).closest("button") && !this.#isAsking) void this.#press();
  };

  async #press() {
    const form = this.#form;
    const field = this.getAttribute("field") ?? "";
    const typed = form?.elements.namedItem(field);
    // The passkey replaces this field, so it may stay empty.
    if (typed instanceof HTMLInputElement) typed.required = false;
    if (!form?.reportValidity()) return;
    this.#say("");
    this.#isAsking = true;
    try {
      this.#answer = JSON.stringify(await ask(await this.#readOptions()));
    } catch (error) {
      return this.#say(explain(error));
    } finally {
      this.#isAsking = false;
    }
    const buttons = form.querySelectorAll<HTMLButtonElement>("button:not([type=button])");
    if (buttons.length < 2) form.requestSubmit(buttons[0]);
    else this.#say("Confirmed. Now press the button of what you want to do.");
  }

  async #readOptions(): Promise<Ceremony> {
    const options = this.getAttribute("options");
    if (options !== null) return { create: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON };
    const answer = await fetch(this.getAttribute("request") ?? "", { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`no options: ${answer.status}`);
    return { get: (await answer.json()) as PublicKeyCredentialRequestOptionsJSON };
  }

  #add = ({ formData }: FormDataEvent) => {
    if (this.#answer !== null) formData.set(this.getAttribute("field") ?? "", this.#answer);
  };

  /** The server accepts an answer once. The fields are read after this event. */
  #forget = () => void setTimeout(() => (this.#answer = null));

  #say(text: string) {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = text;
  }
}

const hasPasskeys = () =>
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

function ask({ get, create }: Ceremony): Promise<Credential | null> {
  return create
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(create) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(get!) });
}

function explain(error: unknown): string {
  const { name } = error as Error;
  if (name === "InvalidStateError") return "This device has a passkey of yours already.";
  if (name === "NotAllowedError" || name === "AbortError") return "No passkey was used. Press the button to try again.";
  console.warn("passkey-button", error);
  return "The passkey did not work. Please try again, or go on without it.";
}
