/** The field that the server adds to each form of a text browser (form-proof.server.ts). */
export const PROOF_FIELD = "proof";
