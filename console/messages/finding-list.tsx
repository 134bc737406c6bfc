import type { MessageSetup } from "./message-responses.ts";

/** The findings of `awning check` about messages; problems first. */
export function FindingList({ findings }: Pick<MessageSetup, "findings">) {
  if (findings.length === 0) return null;
  const inOrder = [...findings].sort((one, other) => Number(one.is_remark) - Number(other.is_remark));
  return (
    <>
      <h3>What awning check finds</h3>
      <ul className="findings">
        {inOrder.map(({ field, reason, is_remark: isRemark }) => (
          <li key={`${field} ${reason}`}>
            {isRemark ? "Note: " : <strong>Problem: </strong>}
            <code className="address">{field}</code> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
