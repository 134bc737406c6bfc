import type { Brand } from "#app/tenant/brand.ts";

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
            GSTIN {gstin}
          </>
        )}
        {brand.email && (
          <>
            <br />
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </>
        )}
      </address>
      {grievanceOfficer && (
        <p>
          Grievance officer: {grievanceOfficer.name},{" "}
          <a href={`mailto:${grievanceOfficer.email}`}>{grievanceOfficer.email}</a>
          {grievanceOfficer.phone && <>, {grievanceOfficer.phone}</>}. Complaints are acknowledged within 48 hours and
          settled within one month.
        </p>
      )}
    </>
  );
}
