/** 'Delivery Options' of the product page (spec, section 2): a choice that is not wired to anything yet. */
export function DeliveryOptions() {
  return (
    <fieldset className="choices">
      <legend>Delivery Options</legend>
      <label className="choice">
        <input type="radio" name="delivery" value="self" defaultChecked />
        <span>Add to my account (for personal use)</span>
      </label>
      <label className="choice">
        <input type="radio" name="delivery" value="gift" />
        <span>Send as Gift</span>
      </label>
    </fieldset>
  );
}
