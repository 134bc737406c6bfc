import handleRequest, { handleError, instrumentations, streamTimeout } from "#app/entry.server.tsx";

export { handleError, instrumentations, streamTimeout };
export default handleRequest;
