import type { CommerceClient } from "#app/commerce/client.server.ts";
import { isOutcomeUnknown, pageStatus } from "#app/commerce/result.ts";
import { isForOtherAccount, otherAccountText } from "#app/forms/account-field.tsx";
import { profileMessage } from "#app/texts/messages.ts";

type Commerce = Pick<CommerceClient, "getProfile" | "updateProfile">;
type Refusal = { problem: string; status: number };

/**
 * Saves a new phone and sends all other fields back unchanged (docs/product.md, 5.4). After a lost answer it reads the profile
 * again, because the change may have been saved. @returns null when it is saved
 */
export async function saveProfile(
  commerce: Commerce,
  form: FormData,
  change: { phone: string },
): Promise<Refusal | null> {
  const profile = await commerce.getProfile();
  if (!profile.ok) return refuse(profile.error);
  if (isForOtherAccount(form, profile.value)) return { problem: otherAccountText(profile.value), status: 409 };
  const saved = await commerce.updateProfile({ ...profile.value, ...change });
  if (saved.ok) return null;
  const now = isOutcomeUnknown(saved.error) ? await commerce.getProfile() : saved;
  return now.ok && now.value.phone === change.phone ? null : refuse(saved.error);
}

const refuse = (error: Parameters<typeof profileMessage>[0]): Refusal => ({
  problem: profileMessage(error),
  status: pageStatus(error),
});
