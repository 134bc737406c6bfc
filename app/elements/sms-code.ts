/** A code that the browser reads from a message (WebOTP). TypeScript has no types for it. */
type SmsCredential = Credential & { code?: string };
type SmsRequest = CredentialRequestOptions & { otp: { transport: ["sms"] } };

/** Fills the code of an SMS for this site into the field and sends the form, if the phone's owner agrees. */
export class SmsCode extends HTMLElement {
  #waiting?: AbortController;

  connectedCallback() {
    if (!("OTPCredential" in window)) return;
    this.#waiting = new AbortController();
    const stop = () => this.#waiting?.abort();
    const { signal } = this.#waiting;
    this.addEventListener("submit", stop, { signal });
    addEventListener("pagehide", stop, { signal });
    void this.#fill(signal);
  }

  disconnectedCallback() {
    this.#waiting?.abort();
  }

  async #fill(signal: AbortSignal) {
    const request: SmsRequest = { otp: { transport: ["sms"] }, signal };
    try {
      const credential: SmsCredential | null = await navigator.credentials.get(request);
      const field = this.querySelector("input");
      if (signal.aborted || !credential?.code || !field) return;
      field.value = credential.code;
      field.form?.requestSubmit();
    } catch (error) {
      // The owner declined, or types the code: then the form works as without this element.
      if (!signal.aborted) console.info("sms-code", error);
    }
  }
}
