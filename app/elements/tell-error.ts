/** Writes a field's error into its error element; an empty message clears it. */
export function tellError(field: HTMLElement, message: string) {
  const place = document.getElementById(`${field.id}-error`);
  const words = place?.querySelector("span");
  if (!place || !words || words.textContent === message) return;
  words.textContent = message;
  const others = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const describing = others.filter((id) => id !== place.id);
  if (message) describing.unshift(place.id);
  field.ariaInvalid = message ? "true" : null;
  if (describing.length > 0) field.setAttribute("aria-describedby", describing.join(" "));
  else field.removeAttribute("aria-describedby");
}
