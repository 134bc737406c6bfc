import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

export function ContactDetails({ brand }: { brand: Brand }) {
  const { entity, gstin, grievanceOfficer } = brand.legal;
  return (
    <>
      <address>
        <b>{entity ?? brand.organizationName}</b>
        {brand.address && (
          <>
            <br />
            {brand.address}
          </>
        )}
        {gstin && (
          <>
            <br />
            {rich("static.gstin", { gstin })}
          </>
        )}
        {brand.email && (
          <>
            <br />
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </>
        )}
      </address>
      {grievanceOfficer && <Grievances {...grievanceOfficer} />}
    </>
  );
}

function Grievances({ name, email, phone }: NonNullable<Brand["legal"]["grievanceOfficer"]>) {
  const mail = () => <a href={`mailto:${email}`}>{email}</a>;
  return (
    <p>{phone ? rich("static.grievancePhone", { name, mail, phone }) : rich("static.grievance", { name, mail })}</p>
  );
}
