type FixedSettingsProps = { tenant: Record<string, unknown> };

/** Settings that the console shows but does not change, and the place to change each. */
export function FixedSettings({ tenant }: FixedSettingsProps) {
  const { payments, suppliers, messages, database, hostnames } = tenant;
  const gateway = (payments as { gateway?: string } | undefined)?.gateway ?? "the sandbox";
  const { whatsapp, sms } = (messages ?? {}) as Record<string, { provider?: string } | undefined>;
  const channels = Object.entries({ WhatsApp: whatsapp, SMS: sms }).flatMap(([name, settings]) =>
    settings?.provider === undefined ? [] : [`${name} by ${settings.provider}`],
  );
  const names = Object.keys((suppliers as object | undefined) ?? {});
  const facts = [
    [
      "Hostnames",
      [hostnames].flat().join(", "),
      "DNS and the proxy lead to them: change tenant.json together with these.",
    ],
    ["Payments", gateway, "They are set under Payments or by awning payments set. The secrets are in the environment."],
    [
      "Suppliers",
      names.join(", ") || "none",
      "They are in tenant.json, and their secrets in the environment. Suppliers tries them.",
    ],
    [
      "Messages to phones",
      channels.join(", ") || "none",
      "They are set under Messages or by awning messages set. The secrets are in the environment.",
    ],
    [
      "Database",
      typeof database === "string" ? database : "the deployment's own",
      "awning move takes the data to another.",
    ],
  ] as const;
  return (
    <>
      <h2>Kept with the deployment</h2>
      <dl className="facts">
        {facts.map(([label, value, how]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              <p className="small muted">{how}</p>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
